"""What a registered game may lack: each test names what is missing."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import pytest

from swipe.bots.contract import UnknownBot, choose_random, find_policy, policies
from swipe.games.contract import NotationModule, RulesModule, ViewModule
from swipe.messages import UnknownMessage, has_message, text
from tests.games.playing import ALL_GAMES

ROOT = Path(__file__).parents[2]

every_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)


def package_of(game):
    return f"swipe.games.{game.name.replace('-', '_')}"


@every_game
@pytest.mark.parametrize(
    ("part", "protocol"),
    [("rules", RulesModule), ("notation", NotationModule), ("view", ViewModule)],
)
def test_modules_have_every_function_of_the_contract(game, part, protocol):
    module = importlib.import_module(f"{package_of(game)}.{part}")
    assert getattr(game, part) is module
    for name, wanted in inspect.getmembers(protocol, inspect.isfunction):
        if not name.startswith("_"):
            assert hasattr(module, name), f"{package_of(game)}.{part} lacks {name}"
            has = list(inspect.signature(getattr(module, name)).parameters)
            assert has == list(inspect.signature(wanted).parameters)[1:], name


@every_game
def test_functions_stand_in_the_order_of_the_contract(game):
    wanted = [name for name in vars(RulesModule) if inspect.isfunction(vars(RulesModule)[name])]
    wanted = [name for name in wanted if not name.startswith("_")]
    at = {name: getattr(game.rules, name).__code__.co_firstlineno for name in wanted}
    assert sorted(wanted, key=at.__getitem__) == wanted


@every_game
def test_there_is_a_message_for_everything(game):
    ids = ["title", "description", "score"]
    ids += [f"stage-{stage}" for stage in game.labels["stage"]]
    for option in game.options:
        ids += [f"option-{option.name}", f"option-{option.name}-meaning"]
        ids.append(f"option-{option.name}-source")
        if option.kind == "choice":
            ids += [f"option-{option.name}-{value}" for value in option.values]
    for preset in game.presets:
        ids += [f"preset-{preset}", f"preset-{preset}-meaning"]
    named = [f"{game.name}-{each}".replace("_", "-") for each in ids]
    missing = [each for each in named if not has_message(each)]
    assert not missing, f"{game.name}.ftl lacks {missing}"
    for each in named:
        assert text(each).strip()


@every_game
def test_there_is_a_rules_page_that_names_every_option(game):
    page = ROOT / "docs" / "rules" / f"{game.name}.md"
    assert page.exists(), f"docs/rules/{game.name}.md is missing"
    written = page.read_text(encoding="utf-8")
    for option in game.options:
        assert f"`{option.name}`" in written, f"{page.name} does not explain {option.name}"
        assert f"**{option.rule}**" in written, f"{option.name} names an unknown line"
        for value in option.values if option.kind == "choice" else (option.default,):
            assert f"`{value}`" in written, f"{page.name}: {option.name}={value}"
    for preset in game.presets:
        assert f"`{preset}`" in written, f"{page.name} does not list the preset {preset}"


@every_game
def test_there_is_a_bot_that_is_more_than_random(game):
    named = policies(game)
    assert next(iter(named)) == "random"
    assert named["random"] is choose_random
    assert len(named) >= 2, f"swipe.bots has no policy for {game.name} but random"
    assert all(find_policy(game, name) is policy for name, policy in named.items())
    with pytest.raises(UnknownBot, match="random"):
        find_policy(game, "nobody")


@every_game
def test_golden_playthroughs_exist(game):
    for preset in game.presets:
        found = list((ROOT / "golden" / game.name).glob(f"{preset}-*.txt"))
        assert found, f"golden/{game.name}/{preset}-*.txt is missing: run make generate"


def test_a_missing_message_is_named():
    with pytest.raises(UnknownMessage, match="swipe-dice-effect-nothing"):
        text("swipe-dice-effect-nothing")
