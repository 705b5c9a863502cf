"""The client's logic, tested without the client: each module's tests run in a page of their own.

The page is made of files on disk and of messages that the project's own code has just produced; no
server is asked.
"""

import json
import mimetypes
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route

from tests.web.recorded import MADE

HERE = Path(__file__).parent
WEB = Path(__file__).resolve().parents[2] / "src" / "swipe" / "web"
ORIGIN = "http://logic.test"
IMPORT_MAP = re.search(
    r'<script type="importmap">.*?</script>', (WEB / "index.html").read_text(), re.DOTALL
)


def answer(route: Route) -> None:
    path = urlsplit(route.request.url).path
    if path == "/":
        assert IMPORT_MAP is not None
        route.fulfill(content_type="text/html", body=f"<!doctype html>{IMPORT_MAP[0]}")
    elif path.startswith("/recorded/"):
        made = MADE[Path(path).stem]()
        route.fulfill(content_type="application/json", body=json.dumps(made))
    else:
        folder, _, rest = path.removeprefix("/").partition("/")
        file = {"web": WEB, "logic": HERE / "logic"}[folder] / rest
        kind = "text/javascript" if file.suffix == ".js" else mimetypes.guess_type(file)[0]
        route.fulfill(content_type=kind, body=file.read_bytes())


@pytest.mark.parametrize("file", sorted(each.name for each in HERE.glob("logic/*.test.js")))
def test_logic(page: Page, file: str) -> None:
    page.route("**/*", answer)
    page.goto(ORIGIN + "/")
    outcome = page.evaluate(
        """async (file) => {
          const { run } = await import("/logic/check.js");
          return run((await import(`/logic/${file}`)).default);
        }""",
        file,
    )
    assert outcome["count"] > 0
    assert outcome["failures"] == [], "\n".join(outcome["failures"])
