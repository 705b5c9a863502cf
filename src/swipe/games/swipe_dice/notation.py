"""The text forms of Swipe (dice).

An action is ``die:2`` or ``chip:3`` (swipe from that seat), ``die:none`` or ``chip:none``
(decline), ``do:X`` (let a die with that face take effect next). A die shows ``C`` (win a chip),
``D`` (win a die), ``X``, ``SD`` (swipe a die) or ``SC`` (swipe a chip); ``seat:2`` may begin.
Seats count from 1, faces with how often they show are written ``C2SD1``, and ``-`` is none.

The fields of a state::

    2.2,1.3 46.3.3 choose-die 1 0 C1SD1 SD1 - - - -
    |       |      |          | | |     |   | | | winner
    |       |      |          | | |     |   | | seats that showed X in this throw of the roll-off
    |       |      |          | | |     |   | seats that may begin, or that roll off
    |       |      |          | | |     |   the face that the roller lets take effect next
    |       |      |          | | |     dice that have yet to take effect
    |       |      |          | | what this throw shows so far
    |       |      |          | dice still to be thrown
    |       |      |          whose turn
    |       |      stage
    |       chips and dice in the centre, dice in the box
    chips and dice of every seat
"""

from __future__ import annotations

import re

from swipe.games.contract import NOBODY, MalformedText
from swipe.games.swipe_dice import rules
from swipe.games.swipe_dice.rules import State

FACE_NAMES = ("C", "D", "X", "SD", "SC")
_ONE_FACE = "|".join(sorted(FACE_NAMES, key=len, reverse=True))


def _action_names() -> tuple[str, ...]:
    seats = range(1, rules.MAX_PLAYERS + 1)
    names = [f"die:{seat}" for seat in seats] + [f"chip:{seat}" for seat in seats]
    return (*names, "die:none", "chip:none", *(f"do:{face}" for face in FACE_NAMES))


ACTION_NAMES = _action_names()
OUTCOME_NAMES = FACE_NAMES + tuple(f"seat:{seat}" for seat in range(1, rules.MAX_PLAYERS + 1))


def format_action(action: int) -> str:
    return ACTION_NAMES[action]


def parse_action(text: str) -> int:
    if text not in ACTION_NAMES:
        raise MalformedText(
            f"{text!r} is not an action: write die:2, chip:2 (a seat), die:none, chip:none or do:X"
        )
    return ACTION_NAMES.index(text)


def format_outcome(outcome: int) -> str:
    return OUTCOME_NAMES[outcome]


def parse_outcome(text: str) -> int:
    if text not in OUTCOME_NAMES:
        raise MalformedText(
            f"{text!r} is not a face: a die shows {', '.join(FACE_NAMES)}; seat:1 may begin"
        )
    return OUTCOME_NAMES.index(text)


def _format_faces(counts: list[int]) -> str:
    words = (f"{FACE_NAMES[face]}{count}" for face, count in enumerate(counts) if count)
    return "".join(words) or "-"


def _parse_faces(text: str) -> list[int]:
    counts = [0] * rules.FACES
    if text != "-":
        if not re.fullmatch(rf"(({_ONE_FACE})[0-9]{{1,2}})+", text):
            raise MalformedText(f"{text!r} does not count faces: write it like C2SD1, or -")
        for name, count in re.findall(rf"({_ONE_FACE})([0-9]+)", text):
            counts[FACE_NAMES.index(name)] = int(count)
    return counts


def _format_seats(mask: int) -> str:
    seats = (str(seat + 1) for seat in range(rules.MAX_PLAYERS) if mask >> seat & 1)
    return ".".join(seats) or "-"


def _parse_seats(text: str, players: int) -> int:
    if text == "-":
        return 0
    mask = 0
    for word in text.split("."):
        mask |= 1 << _parse_seat(word, players)
    return mask


def _format_seat(seat: int) -> str:
    return "-" if seat == NOBODY else str(seat + 1)


def _parse_seat(text: str, players: int) -> int:
    if text == "-":
        return NOBODY
    if not re.fullmatch("[1-9]", text) or int(text) > players:
        raise MalformedText(f"{text!r} is not a seat: there are 1 to {players}")
    return int(text) - 1


def _parse_number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or int(text) > 255:
        raise MalformedText(f"{text!r} is not a number from 0 to 255")
    return int(text)


def format_fields(state: State) -> str:
    holdings = (f"{state.chips[s]}.{state.dice[s]}" for s in range(int(state.players)))
    chosen = int(state.chosen)
    return " ".join(
        (
            ",".join(holdings),
            f"{state.centre_chips}.{state.centre_dice}.{state.box_dice}",
            rules.STAGES[int(state.stage)],
            _format_seat(int(state.seat)),
            str(state.to_roll),
            _format_faces([int(count) for count in state.rolled]),
            _format_faces([int(count) for count in state.pending]),
            "-" if chosen == rules.NO_FACE else FACE_NAMES[chosen],
            _format_seats(int(state.contenders)),
            _format_seats(int(state.showed_x)),
            _format_seat(int(state.winner)),
        )
    )


def parse_fields(state: State, text: str) -> None:
    players = int(state.players)
    words = text.split(" ")
    if len(words) != 11:
        raise MalformedText(f"{text!r} has {len(words)} fields, not 11")
    holdings, centre, stage, seat, to_roll, rolled, pending, chosen, contenders, xs, winner = words
    pairs = [word.split(".") for word in holdings.split(",")]
    if len(pairs) != players or any(len(pair) != 2 for pair in pairs):
        raise MalformedText(f"{holdings!r}: write chips.dice for each of {players} seats")
    for each, (chips, dice) in enumerate(pairs):
        state.chips[each], state.dice[each] = _parse_number(chips), _parse_number(dice)
    numbers = [_parse_number(word) for word in centre.split(".")]
    if len(numbers) != 3:
        raise MalformedText(f"{centre!r}: write the centre's chips, its dice and the box's dice")
    state.centre_chips, state.centre_dice, state.box_dice = numbers
    if stage not in rules.STAGES:
        raise MalformedText(f"{stage!r} is not a stage: {', '.join(rules.STAGES)}")
    state.stage = rules.STAGES.index(stage)
    state.seat = _parse_seat(seat, players)
    state.to_roll = _parse_number(to_roll)
    for face, count in enumerate(_parse_faces(rolled)):
        state.rolled[face] = count
    for face, count in enumerate(_parse_faces(pending)):
        state.pending[face] = count
    if chosen != "-" and chosen not in FACE_NAMES:
        raise MalformedText(f"{chosen!r} is not a face: {', '.join(FACE_NAMES)}, or -")
    state.chosen = rules.NO_FACE if chosen == "-" else FACE_NAMES.index(chosen)
    state.contenders = _parse_seats(contenders, players)
    state.showed_x = _parse_seats(xs, players)
    state.winner = _parse_seat(winner, players)
    for complaint in complaints(state):
        raise MalformedText(f"{text!r}: {complaint}")


def complaints(state: State) -> list[str]:
    """What of a state contradicts the rules; empty for every state that play can reach."""
    players, stage = int(state.players), int(state.stage)
    chips = [int(count) for count in state.chips[:players]]
    dice = [int(count) for count in state.dice[:players]]
    rolled, pending = (int(np_.sum()) for np_ in (state.rolled, state.pending))
    found = []
    if sum(chips) + int(state.centre_chips) != int(state.chips_in_box):
        found.append(f"the chips do not add up to {state.chips_in_box}")
    if sum(dice) + int(state.centre_dice) + int(state.box_dice) != int(state.dice_in_box):
        found.append(f"the dice do not add up to {state.dice_in_box}")
    if min(dice) < 1:
        found.append("every seat has at least one die")
    has_turn = stage in (
        rules.ROLL,
        rules.CHOOSE_ORDER,
        rules.CHOOSE_DIE,
        rules.CHOOSE_CHIP,
    )
    seat = int(state.seat)
    if stage == rules.EFFECTS:
        found.append("the effects of a throw are under way: that is no resting state")
    if has_turn != (seat != NOBODY):
        found.append("a seat has the turn in a roll and in a choice, and in nothing else")
    elif stage == rules.ROLL:
        if rolled + int(state.to_roll) != dice[seat] or not int(state.to_roll):
            found.append("the dice thrown and to throw are all the dice of the seat")
        if int(state.centre_chips) == 0:
            found.append("the game ends when the centre has no chips")
    elif has_turn:
        asked = {rules.CHOOSE_DIE: rules.SWIPE_DIE, rules.CHOOSE_CHIP: rules.SWIPE_CHIP}
        if stage in asked and not state.pending[asked[stage]]:
            found.append("a choice is open and no die asks for it")
        if any(int(p) > int(r) for p, r in zip(state.pending, state.rolled, strict=True)):
            found.append("more dice have yet to take effect than were thrown")
        if stage == rules.CHOOSE_ORDER and sum(1 for p in state.pending if p) < 2:
            found.append("an order is asked for and there is nothing to order")
        if int(state.to_roll):
            found.append("a choice is open before the dice have come to rest")
    if pending and not has_turn:
        found.append("dice have yet to take effect and nobody has the turn")
    contenders = rules.count_seats(int(state.contenders))
    if stage == rules.ROLL_OFF:
        if contenders < 2 or rolled + int(state.to_roll) != contenders or not int(state.to_roll):
            found.append("two or more roll off, one die each")
        if int(state.showed_x) & ~int(state.contenders):
            found.append("who shows X in the roll-off is rolling off")
        if rules.count_seats(int(state.showed_x)) != int(state.rolled[rules.X]):
            found.append("the X shown in the roll-off belong to seats")
    elif (contenders > 0) != (stage == rules.DRAW_STARTER) or int(state.showed_x):
        found.append("seats are in question only before the start and in the roll-off")
    if (int(state.winner) != NOBODY) != (stage == rules.FINISHED):
        found.append("there is a winner at the end and only there")
    if stage in (rules.ROLL_OFF, rules.FINISHED) and int(state.centre_chips):
        found.append("the game ends when the centre has no chips")
    return found
