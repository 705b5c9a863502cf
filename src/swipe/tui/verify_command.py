"""``swipe verify``: prove a match from its record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from swipe import console
from swipe.match.errors import BrokenRecord
from swipe.match.record import decode_record, record_bytes
from swipe.match.verify import Proof, verify_record
from swipe.messages import text
from swipe.tui.contract import join_words
from swipe.tui.screen import Screen
from swipe.tui.storage import find_record


@console.command("verify")
@click.argument("file", type=console.PathName())
@console.json_option
@console.language_option
@click.pass_context
def verify(ctx: click.Context, file: Path, as_json: bool) -> None:
    """Exit with 0 when everything in the record is true, 1 when something is not."""
    file = find_record(file)
    try:
        proof = verify_record(decode_record(record_bytes(file)))
    except BrokenRecord as error:
        if as_json:
            console.print_json(
                {"file": str(file), "ok": False, "event": error.version, "reason": error.reason}
            )
        else:
            message = "cli-verify-wrong-head" if error.version == 0 else "cli-verify-wrong"
            console.complain(
                text(message, file=str(file), event=error.version, reason=error.reason)
            )
        ctx.exit(1)
    if as_json:
        console.print_json({"file": str(file), "ok": True, **proof_facts(proof)})
    else:
        screen = Screen.of_process()
        for line in proof_lines(proof):
            screen.show(line)


def proof_facts(proof: Proof) -> dict[str, Any]:
    """A proof as plain data; seats count from 1."""
    return {
        "match": proof.match,
        "rules": proof.rules,
        "events": proof.events,
        "draws": proof.draws,
        "chance": proof.chance,
        "commitment": proof.commitment,
        "moves_proven": True,
        "rolls_proven": proof.rolls_proven,
        "finished": proof.finished,
        "result": proof.result,
        "people": [seat + 1 for seat in proof.people],
        "entropy": [seat + 1 for seat in proof.entropy],
    }


def proof_lines(proof: Proof) -> list[str]:
    """What was proven, and what was not."""
    lines = [
        text("cli-verify-match", match=proof.match, rules=proof.rules),
        text("cli-verify-moves", events=proof.events),
    ]
    if proof.commitment:
        lines.append(text("cli-verify-fingerprint", commitment=proof.commitment))
    if proof.rolls_proven:
        message = "cli-verify-rolls-repeated" if proof.chance == "repeated" else "cli-verify-rolls"
        lines.append(text(message, draws=proof.draws))
    elif proof.chance == "typed":
        lines.append(text("cli-verify-rolls-typed", draws=proof.draws))
    else:
        lines.append(text("cli-verify-rolls-open", draws=proof.draws))
    if proof.chance == "seeded":
        lines.append(text("cli-verify-seeded"))
    elif proof.chance == "fair":
        without = [seat for seat in proof.people if seat not in proof.entropy]
        if proof.entropy:
            seats = join_words([str(seat + 1) for seat in proof.entropy])
            lines.append(text("cli-verify-entropy", count=len(proof.entropy), seats=seats))
        if without:
            seats = join_words([str(seat + 1) for seat in without])
            lines.append(text("cli-verify-no-entropy", count=len(without), seats=seats))
    if proof.finished:
        lines.append(text("cli-verify-result", result=proof.result))
    else:
        lines.append(text("cli-verify-unfinished"))
    return lines
