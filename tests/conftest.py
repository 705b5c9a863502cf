"""Set-up for all tests."""

import logging
import os
from collections.abc import Iterator

import hypothesis
import pytest

pytest_plugins = ["tests.support.services"]

NO_SKIP = os.environ.get("SWIPE_NO_SKIP", "") not in ("", "0")

hypothesis.settings.register_profile("default", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "default")


# --- an error in the log is a failure, unless the test means it -------------------------------


class _Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(f"{record.name}: {record.getMessage()}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    if item.get_closest_marker("logs_errors"):
        return (yield)
    errors = _Errors()
    root = logging.getLogger()
    root.addHandler(errors)
    try:
        outcome = yield
    finally:
        root.removeHandler(errors)
    if errors.seen:
        pytest.fail("errors were logged:\n" + "\n".join(errors.seen), pytrace=False)
    return outcome


# --- one worker for the tests that share a server ---------------------------------------------


@pytest.hookimpl(tryfirst=True)  # before the workers' group names are put into the test ids
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        names = getattr(item, "fixturenames", ())
        for service in ("postgres", "redis"):
            if f"{service}_server" in names:
                item.add_marker(service)
        if "chromium" in names:
            item.add_marker("browser")
        for service in ("postgres", "redis"):
            marked = item.get_closest_marker(service)
            if marked and not item.get_closest_marker("xdist_group"):
                item.add_marker(pytest.mark.xdist_group(service))


# --- SWIPE_NO_SKIP=1: a skipped test fails the run --------------------------------------------

_skipped: list[str] = []


def _note_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        _skipped.append(f"{report.nodeid}: {reason}")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _note_skip(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    _note_skip(report)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if NO_SKIP and _skipped and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if NO_SKIP and _skipped:
        terminalreporter.section("skipped tests fail this run (SWIPE_NO_SKIP)", red=True)
        for line in _skipped:
            terminalreporter.line(line)
