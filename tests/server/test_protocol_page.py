"""docs/protocol.md says what the code says."""

import re
import typing

import msgspec

from swipe import protocol
from swipe.match import decide, events
from swipe.server import connection
from tools import generate_protocol


def test_the_generated_part_is_up_to_date():
    shown = generate_protocol.PAGE.read_text(encoding="utf-8")
    assert shown == generate_protocol.page(), "run python -m tools.generate protocol"


def test_every_message_command_and_event_is_described():
    shown = generate_protocol.PAGE.read_text(encoding="utf-8")
    for union in (
        protocol.ClientMessage,
        protocol.ServerMessage,
        decide.MatchCommand,
        events.MatchEvent,
    ):
        for kind in typing.get_args(union):
            assert f"#### `{kind.__struct_config__.tag}`" in shown


def test_every_type_of_the_protocol_is_described():
    shown = generate_protocol.PAGE.read_text(encoding="utf-8")
    for name, kind in vars(protocol).items():
        if (
            isinstance(kind, type)
            and issubclass(kind, msgspec.Struct)
            and kind is not protocol.Message
        ):
            assert f"#### {name}" in shown or f"#### `{kind.__struct_config__.tag}`" in shown


def test_links_lead_somewhere():
    shown = generate_protocol.PAGE.read_text(encoding="utf-8")
    titles = {t.strip("`").lower().replace(" ", "-") for t in re.findall(r"^#+ (.*)$", shown, re.M)}
    for link in re.findall(r"\]\(#([^)]+)\)", shown):
        assert link in titles


def test_every_close_code_is_described():
    shown = generate_protocol.PAGE.read_text(encoding="utf-8")
    codes = [
        value
        for name, value in vars(connection).items()
        if name.isupper() and isinstance(value, int) and 1000 <= value < 5000 and name != "MAX_TEXT"
    ]
    assert len(codes) >= 6
    for code in codes:
        assert (
            re.search(rf"^\| {code} ", shown, re.M) or f"{code}, " in shown or f", {code}" in shown
        )
