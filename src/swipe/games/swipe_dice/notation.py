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
from collections.abc import Iterator

import numpy as np

from swipe.games.contract import NOBODY, MalformedText
from swipe.games.swipe_dice import rules
from swipe.games.swipe_dice.rules import State

FACE_NAMES = ("C", "D", "X", "SD", "SC")
_ONE_FACE = "|".join(sorted(FACE_NAMES, key=len, reverse=True))

FIELDS = 11


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
        seat = _parse_seat(word, players)
        if seat == NOBODY:
            raise MalformedText(f"{text!r} does not list seats: write them like 1.3, or -")
        mask |= 1 << seat
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
    if len(words) != FIELDS:
        raise MalformedText(f"{text!r} has {len(words)} fields, not {FIELDS}")
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


def complaints(state: State) -> Iterator[str]:
    """What of a state contradicts the rules; nothing for every state that play can reach."""
    players, stage = int(state.players), int(state.stage)
    dice = [int(count) for count in state.dice[:players]]
    if stage == rules.EFFECTS:
        yield "the effects of a throw are under way: that is no resting state"
    chips = sum(int(count) for count in state.chips[:players]) + int(state.centre_chips)
    if chips != int(state.chips_in_box):
        yield f"the chips do not add up to {state.chips_in_box}"
    if sum(dice) + int(state.centre_dice) + int(state.box_dice) != int(state.dice_in_box):
        yield f"the dice do not add up to {state.dice_in_box}"
    if int(state.box_dice) != rules.dice_left_in_box(state):
        yield f"{rules.dice_left_in_box(state)} dice stay in the box"
    if min(dice) < 1:
        yield "every seat has at least one die"
    has_turn = stage == rules.ROLL or stage in _ASKED_FACE
    if has_turn != (int(state.seat) != NOBODY):
        yield "a seat has the turn in a roll and in a choice, and in nothing else"
    elif stage == rules.ROLL:
        yield from _throw_complaints(state, dice[int(state.seat)])
    elif has_turn:
        yield from _choice_complaints(state, dice[int(state.seat)])
    if not has_turn and state.pending.any():
        yield "dice have yet to take effect and nobody has the turn"
    if int(state.chosen) not in (rules.NO_FACE, _ASKED_FACE.get(stage, rules.NO_FACE)):
        yield "a face has been let take effect and its die is not the one asked about"
    yield from _seats_complaints(state)


# What each choice is about; the order of the dice is about no one face.
_ASKED_FACE = {
    rules.CHOOSE_ORDER: rules.NO_FACE,
    rules.CHOOSE_DIE: rules.SWIPE_DIE,
    rules.CHOOSE_CHIP: rules.SWIPE_CHIP,
}


def _throw_complaints(state: State, dice: int) -> Iterator[str]:
    if int(state.rolled.sum()) + int(state.to_roll) != dice or not int(state.to_roll):
        yield "the dice thrown and to throw are all the dice of the seat"
    if state.pending.any():
        yield "dice take effect only once all have come to rest"
    if int(state.centre_chips) == 0:
        yield "the game ends when the centre has no chips"


def _choice_complaints(state: State, dice: int) -> Iterator[str]:
    stage = int(state.stage)
    rolled = [int(count) for count in state.rolled]
    pending = [int(count) for count in state.pending]
    if any(p > r for p, r in zip(pending, rolled, strict=True)):
        yield "more dice have yet to take effect than were thrown"
        return
    if int(state.to_roll):
        yield "a choice is open before the dice have come to rest"
    if rules.shows_only_x(state):
        yield "only X was thrown: that is a Super Swipe and no choice"
    done = [r - p for p, r in zip(pending, rolled, strict=True)]
    least = sum(rolled) - done[rules.X]
    if not least <= dice <= least + done[rules.DIE] + done[rules.SWIPE_DIE]:
        yield "the dice of the seat do not follow from what was thrown"
    if int(state.ending) == rules.AT_ONCE and int(state.centre_chips) == 0:
        yield "the game ends when the centre has no chips"
    asked = _ASKED_FACE[stage]
    if asked != rules.NO_FACE and not pending[asked]:
        yield "a choice is open and no die asks for it"
    if int(state.order) == rules.PLAYER:
        sole = sum(1 for count in pending if count) == 1
        if asked != rules.NO_FACE and int(state.chosen) != asked and not sole:
            yield "the roller has not let this die take effect"
    elif stage == rules.CHOOSE_ORDER or int(state.chosen) != rules.NO_FACE:
        yield "the order of the dice is not the roller's to choose"
    elif any(pending[face] for face in range(rules.FACES) if face not in _FOLLOWING[stage]):
        yield "dice that take effect earlier have yet to do so"
    # A die that cannot swipe anything has lost its effect before anything is asked.
    if pending[rules.SWIPE_DIE] and not rules.has_die_target(state):
        yield "nobody has a die to spare"
    if pending[rules.SWIPE_CHIP] and not rules.has_chip_target(state):
        yield "nobody has a chip to swipe"
    if rules.legal_actions(state, np.zeros(rules.MAX_LEGAL, np.uint16)) < 2:
        yield "a choice is open and there is nothing to choose"


# With a fixed order of effects, the faces that may be pending in a choice.
_FOLLOWING = {
    rules.CHOOSE_DIE: (rules.SWIPE_DIE, rules.SWIPE_CHIP),
    rules.CHOOSE_CHIP: (rules.SWIPE_CHIP,),
}


def _seats_complaints(state: State) -> Iterator[str]:
    """The start, the roll-off and the end."""
    stage, contenders = int(state.stage), int(state.contenders)
    showed_x, winner = int(state.showed_x), int(state.winner)
    if (winner != NOBODY) != (stage == rules.FINISHED):
        yield "there is a winner at the end and only there"
        return
    if stage in (rules.ROLL_OFF, rules.FINISHED) and int(state.centre_chips):
        yield "the game ends when the centre has no chips"
    if stage == rules.FINISHED and rules.leaders(state) >> winner & 1 == 0:
        yield "the winner has the most chips, and of those who have, the most dice"
    if stage == rules.ROLL_OFF:
        count = rules.count_seats(contenders)
        left = int(state.to_roll)
        if count < 2 or int(state.rolled.sum()) + left != count or not left:
            yield "two or more roll off, one die each"
        if contenders & ~rules.leaders(state):
            yield "only those roll off who are tied for the lead"
        landed = (rules.nth_seat(contenders, n) for n in range(count - left))
        if showed_x & ~sum(1 << seat for seat in landed):
            yield "who shows X in the roll-off has rolled"
        if rules.count_seats(showed_x) != int(state.rolled[rules.X]):
            yield "the X shown in the roll-off belong to seats"
        return
    if showed_x:
        yield "seats show X for themselves only in the roll-off"
    if stage not in (rules.ROLL, *_ASKED_FACE) and int(state.to_roll):
        yield "dice are to be thrown and nobody throws"
    drawn = int(state.starter) if stage == rules.DRAW_STARTER else 0
    if contenders != drawn or rules.count_seats(drawn) == 1:
        yield "seats are in question only in the draw of the starter and in the roll-off"
    if stage == rules.DRAW_STARTER and state.rolled.any():
        yield "nothing is thrown before somebody begins"
