"""The services that other tests stand on work, next to each other and in any order."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

ROOT = Path(__file__).parent.parent
GOOD = "<!doctype html><html lang=en><title>t</title><main><h1>Table</h1></main></html>"
BAD = "<!doctype html><html><title>t</title><main><h1>Table</h1><img src=''></main></html>"


async def test_coroutine_before_browser():
    await asyncio.sleep(0)


def test_page_renders_and_axe_finds_nothing(page, axe):
    page.set_content(GOOD)
    assert page.get_by_role("heading").inner_text() == "Table"
    assert axe(page) == ""


def test_axe_finds_what_is_wrong(page, axe):
    page.set_content(BAD)
    assert "html-has-lang" in axe(page)


async def test_coroutine_after_browser():
    await asyncio.sleep(0)


def test_pages_do_not_share_a_context(new_page):
    first, second = new_page(), new_page(viewport={"width": 320, "height": 640})
    assert second.evaluate("innerWidth") == 320
    assert first.context != second.context


def test_page_problems_are_heard(page, page_problems):
    page.set_content("<script>console.error('boom')</script>")
    page.wait_for_function("true")
    assert page_problems == ["console error: boom"]
    page_problems.clear()


async def test_postgres_answers(postgres_url):
    engine = create_async_engine(postgres_url)
    async with engine.connect() as connection:
        assert (await connection.execute(text("select 1"))).scalar() == 1
    await engine.dispose()


async def test_postgres_databases_are_separate(postgres_url, postgres_server):
    other = postgres_server.new_database()
    assert other != postgres_url
    postgres_server.drop_database(other)


async def test_redis_answers(redis_url):
    from redis.asyncio import Redis

    async with Redis.from_url(redis_url) as client:
        assert await client.ping()


# --- the hooks of conftest, on a small suite of its own ---------------------------------------

SMALL = """
import logging
import pytest

def test_passes():
    pass

def test_skips():
    pytest.skip("no reason")

def test_logs():
    logging.getLogger("swipe").error("broken") if LOGS else None

@pytest.mark.logs_errors
def test_means_to_log():
    logging.getLogger("swipe").error("meant")
"""


def run_small(folder, *, no_skip=False, logs=False):
    (folder / "test_small.py").write_text(f"LOGS = {logs}\n{SMALL}")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    command += ["-c", str(ROOT / "pyproject.toml"), f"--confcutdir={folder}"]
    return subprocess.run(
        [*command, str(folder / "test_small.py")],
        cwd=ROOT,
        env=os.environ | {"SWIPE_NO_SKIP": str(int(no_skip))},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_skips_are_fine_by_default(tmp_path):
    done = run_small(tmp_path)
    assert done.returncode == 0, done.stdout
    assert "3 passed, 1 skipped" in done.stdout.splitlines()[-1]


@pytest.mark.slow
def test_no_skip_makes_a_skip_a_failure(tmp_path):
    done = run_small(tmp_path, no_skip=True)
    assert done.returncode == 1
    assert "::test_skips: Skipped: no reason" in done.stdout
    assert "3 passed, 1 skipped" in done.stdout.splitlines()[-1]


@pytest.mark.slow
def test_a_logged_error_fails_the_test(tmp_path):
    done = run_small(tmp_path, logs=True)
    assert done.returncode == 1
    assert "swipe: broken" in done.stdout
    assert "1 failed, 2 passed, 1 skipped" in done.stdout.splitlines()[-1]
