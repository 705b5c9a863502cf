"""The text forms of Skip-Bo Dice.

An action is ``roll`` or ``stop``. A die shows ``N`` (its own number), ``S`` (Skip-Bo) or ``B``
(blank); ``seat:2`` may begin. Seats and squares count from 1, and ``-`` is none.

The fields of a state::

    12,50 4.1 choose 1 0 0 4 S 1 end:2.1 -
    |     |   |      | | | | | | |       winner
    |     |   |      | | | | | | the end: who started it and the turns left, this one included;
    |     |   |      | | | | | |   or race:75, the total that wins at once after a tie
    |     |   |      | | | | | times of going on after square 12 in this turn
    |     |   |      | | | | S: the last die of the run, or the die placed last, shows Skip-Bo
    |     |   |      | | | square of the die placed last in this turn, or 0
    |     |   |      | | dice of this throw that can be placed so far
    |     |   |      | dice of this throw that have yet to land
    |     |   |      whose turn
    |     |   stage
    |     squares filled, and dice in the cup
    total of every seat
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from swipe.games.contract import NOBODY, MalformedText
from swipe.games.skip_bo_dice import rules
from swipe.games.skip_bo_dice.rules import State

ACTION_NAMES = ("roll", "stop")
FACE_NAMES = ("N", "S", "B")
OUTCOME_NAMES = FACE_NAMES + tuple(f"seat:{seat}" for seat in range(1, rules.MAX_PLAYERS + 1))

FIELDS = 11


def format_action(action: int) -> str:
    return ACTION_NAMES[action]


def parse_action(text: str) -> int:
    if text not in ACTION_NAMES:
        raise MalformedText(f"{text!r} is not an action: write roll or stop")
    return ACTION_NAMES.index(text)


def format_outcome(outcome: int) -> str:
    return OUTCOME_NAMES[outcome]


def parse_outcome(text: str) -> int:
    if text not in OUTCOME_NAMES:
        raise MalformedText(
            f"{text!r} is not a face: a die shows N (its number), S (Skip-Bo) or B (blank); "
            "seat:1 may begin"
        )
    return OUTCOME_NAMES.index(text)


def _format_seat(seat: int) -> str:
    return "-" if seat == NOBODY else str(seat + 1)


def _parse_seat(text: str, players: int) -> int:
    if text == "-":
        return NOBODY
    if not re.fullmatch("[1-9]", text) or int(text) > players:
        raise MalformedText(f"{text!r} is not a seat: there are 1 to {players}")
    return int(text) - 1


def _parse_number(text: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,5}", text) or int(text) > most:
        raise MalformedText(f"{text!r} is not a number from 0 to {most}")
    return int(text)


def _format_end(state: State) -> str:
    if int(state.race_goal):
        return f"race:{state.race_goal}"
    if int(state.turns_left):
        return f"end:{_format_seat(int(state.ender))}.{state.turns_left}"
    return "-"


def format_fields(state: State) -> str:
    return " ".join(
        (
            ",".join(str(state.scores[seat]) for seat in range(int(state.players))),
            f"{state.filled}.{state.cup}",
            rules.STAGES[int(state.stage)],
            _format_seat(int(state.seat)),
            str(state.to_land),
            str(state.run),
            str(state.last),
            "S" if int(state.wild) else "-",
            str(state.completions),
            _format_end(state),
            _format_seat(int(state.winner)),
        )
    )


def _parse_end(state: State, text: str) -> None:
    state.ender = NOBODY
    if text == "-":
        return
    if race := re.fullmatch(r"race:([0-9]{1,5})", text):
        state.race_goal = _parse_number(race[1], 65535)
    elif end := re.fullmatch(r"end:([0-9])\.([0-9])", text):
        state.ender = _parse_seat(end[1], int(state.players))
        state.turns_left = int(end[2])
    else:
        raise MalformedText(f"{text!r} is not a kind of end: write end:1.2, race:75 or -")


def parse_fields(state: State, text: str) -> None:
    players = int(state.players)
    words = text.split(" ")
    if len(words) != FIELDS:
        raise MalformedText(f"{text!r} has {len(words)} fields, not {FIELDS}")
    scores, board, stage, seat, to_land, run, last, wild, completions, end, winner = words
    totals = scores.split(",")
    if len(totals) != players:
        raise MalformedText(f"{scores!r}: write the total of each of {players} seats")
    for each, total in enumerate(totals):
        state.scores[each] = _parse_number(total, 65535)
    filled, dot, cup = board.partition(".")
    if not dot:
        raise MalformedText(f"{board!r}: write the squares filled and the dice in the cup, 0.5")
    state.filled = _parse_number(filled, rules.SQUARES - 1)
    state.cup = _parse_number(cup, rules.CUP)
    if stage not in rules.STAGES:
        raise MalformedText(f"{stage!r} is not a stage: {', '.join(rules.STAGES)}")
    state.stage = rules.STAGES.index(stage)
    state.seat = _parse_seat(seat, players)
    state.to_land = _parse_number(to_land, rules.CUP)
    state.run = _parse_number(run, rules.CUP)
    state.last = _parse_number(last, rules.SQUARES)
    if wild not in ("S", "-"):
        raise MalformedText(f"{wild!r}: write S when the die placed last shows Skip-Bo, else -")
    state.wild = 1 if wild == "S" else 0
    state.completions = _parse_number(completions, rules.most_completions(state))
    _parse_end(state, end)
    state.winner = _parse_seat(winner, players)
    for complaint in complaints(state):
        raise MalformedText(f"{text!r}: {complaint}")


def complaints(state: State) -> Iterator[str]:
    """What of a state contradicts the rules; nothing for every state that play can reach."""
    stage = int(state.stage)
    if stage in (rules.PLACING, rules.SCORING, rules.TURN_OVER):
        yield "the effects of a move are under way: that is no resting state"
        return
    has_turn = stage in (rules.FIRST_THROW, rules.THROW, rules.CHOOSE)
    if has_turn != (int(state.seat) != NOBODY):
        yield "a seat has the turn in a throw and in a choice, and in nothing else"
        return
    if (int(state.winner) != NOBODY) != (stage == rules.FINISHED):
        yield "there is a winner at the end and only there"
        return
    yield from _turn_complaints(state) if has_turn else _no_turn_complaints(state)
    yield from _score_complaints(state)


def _no_turn_complaints(state: State) -> Iterator[str]:
    rest = (state.cup, state.to_land, state.run, state.last, state.wild, state.completions)
    if any(int(value) for value in rest):
        yield "dice are in play and nobody has the turn"
    if int(state.turns_left) or int(state.race_goal):
        yield "the end is near and nobody has the turn"
    if int(state.stage) == rules.DRAW_STARTER:
        if int(state.starter) != NOBODY:
            yield "the starter is named: nothing is drawn"
        if int(state.filled) or rules.best_score(state):
            yield "before the first turn the board is empty and nobody has points"


def _turn_complaints(state: State) -> Iterator[str]:
    stage, filled, cup = int(state.stage), int(state.filled), int(state.cup)
    to_land, run, last = int(state.to_land), int(state.run), int(state.last)
    completions = int(state.completions)
    full_cup = min(rules.CUP, rules.SQUARES - filled)
    faultless = int(state.number_faces) + int(state.skip_bo_faces) == rules.SIDES
    if stage == rules.CHOOSE:
        if to_land or run:
            yield "a choice is open before the dice have come to rest"
        if last == 0 or filled != last % rules.SQUARES:
            yield "the die placed last stands on the last square filled"
        elif cup not in _cups_after(state, last):
            yield f"no throw leaves {cup} dice in the cup at square {last}"
    else:
        if not 1 <= to_land <= cup or run > cup - to_land or (faultless and run < cup - to_land):
            yield "of the dice in the cup some have yet to land, and only landed dice succeed"
        if stage == rules.FIRST_THROW:
            if last or completions:
                yield "a turn has no points before its first throw has landed"
            if filled and int(state.board) == rules.CLEARED:
                yield "every turn starts with an empty board"
            if cup != full_cup:
                yield f"a turn starts with {full_cup} dice in the cup"
        else:
            if last != filled or (last == 0) != (filled == 0 and completions > 0):
                yield "the throw follows from a die placed on the last square filled"
            kept = () if int(state.refill) == rules.EVERY_ROLL else _cups_after(state, last)
            if cup != full_cup and cup not in kept:
                yield f"no choice puts {cup} dice into the cup after square {last}"
    if int(state.wild):
        if not int(state.skip_bo_faces):
            yield "these dice have no Skip-Bo faces"
        if stage != rules.CHOOSE and not run:
            yield "no die of this throw can be the one that shows Skip-Bo"


def _cups_after(state: State, last: int) -> set[int]:
    """How many dice the cup can hold after the die of square ``last`` has been placed."""
    if int(state.number_faces) + int(state.skip_bo_faces) == rules.SIDES:
        return {0}  # no die can miss
    starts = range(last)
    from_one = int(state.board) == rules.CLEARED or int(state.completions) > 0
    if from_one and int(state.refill) == rules.WHEN_EMPTY:
        starts = range(0, last, rules.CUP)
    ends = (start + min(rules.CUP, rules.SQUARES - start) for start in starts)
    return {end - last for end in ends if end >= last}


def _score_complaints(state: State) -> Iterator[str]:
    players, seat, goal = int(state.players), int(state.seat), int(state.goal)
    scores = [int(total) for total in state.scores[:players]]
    top = max(scores)
    race_goal, turns_left, ender = int(state.race_goal), int(state.turns_left), int(state.ender)
    most = goal - 1 + rules.most_at_risk(state)
    if int(state.stage) == rules.FINISHED:
        winner = int(state.winner)
        if top < goal or scores[winner] != top or scores.count(top) > 1:
            yield f"the winner alone has the highest total, {goal} or more"
        if top > most + rules.RACE_STEP + rules.most_at_risk(state):
            yield f"no play leads to a total of {top}"
    elif race_goal:
        tie_goal, step = int(state.tie_goal), rules.RACE_STEP
        shared = goal if race_goal == tie_goal else max(goal, race_goal - step)
        steps, odd = divmod(race_goal - tie_goal, step)
        if odd or steps < 0 or (steps > 0 and race_goal > most + step):
            yield f"a race goes to {tie_goal}, or by steps of {step} just above what was shared"
        if top >= race_goal:
            yield f"a race ends when somebody has {race_goal}"
        if sum(total >= shared for total in scores) < 2:
            yield f"a race follows a tie at {shared} or more"
    elif turns_left or ender != NOBODY:
        if ender == NOBODY or not 1 <= turns_left < players:
            yield f"at the end 1 to {players - 1} turns are left after the seat that started it"
        elif seat != (ender + players - turns_left) % players:
            yield "play passes to the left: the turns left lead back to who started the end"
        elif scores[ender] < goal or top > most:
            yield f"who starts the end has {goal} to {most}"
        elif any(scores[(seat + n) % players] >= goal for n in range(turns_left)):
            yield f"the first to reach {goal} starts the end"
    elif top >= goal:
        yield f"the first to reach {goal} starts the end"
