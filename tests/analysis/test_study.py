"""A study read, checked and expanded; every mistake gets one sentence with its place."""

from __future__ import annotations

import json
import re

import pytest

from analysis.places import locate
from analysis.spelling import duration, listing, nearest, suggest
from analysis.study import DEFAULT_GAMES, Study, load_study
from analysis.study_file import read_study_file
from sim.core.errors import UserError

PLAIN = """\
title = "A study"
game = "mercato"
variant = "classic"
players = 4
blocks = 10
lineups = [["random"]]
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write_study(text, name="study.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return name

    return write_study


# -- places


def test_every_key_is_found_on_its_line():
    text = '''title = """
two
lines"""
[deck]   # a comment with [[brackets]] and = signs
"4-4-2" = 2
'a key' = "]"
[[points]]
variant = "duel"
[[points]]
options.discard = "always"
[points.deck]
soin = 3
[sweep]
"deck.transfert" = [
    4,   # the first
    6,
]
inline = { a = 1, b = [2, {c = "}"}] }
'''
    lines = locate(text)
    assert lines["title",] == 1
    assert lines["deck",] == 4
    assert lines["deck", "4-4-2"] == 5
    assert lines["deck", "a key"] == 6
    assert lines["points", 0, "variant"] == 8
    assert lines["points", 1, "options", "discard"] == 10
    assert lines["points", 1, "deck", "soin"] == 12
    assert lines["sweep", "deck.transfert", 0] == 15
    assert lines["sweep", "deck.transfert", 1] == 16
    assert lines["sweep", "inline", "b", 1, "c"] == 18


# -- what is right


def test_a_plain_study_is_one_design_point(write):
    study = load_study(write(PLAIN))
    assert len(study.points) == 1
    point = study.points[0]
    assert (point.variant, point.players, point.lineup, point.blocks) == ("classic", 4, ("random",) * 4, 10)
    assert point.deck == dict(study.game_object.deck)
    assert point.options == {name: option.default for name, option in study.game_object.options.items()}
    assert point.rotations == 4
    assert study.games == 40


def test_points_are_crossed_with_the_sweep_and_the_lineups(write):
    study = load_study(
        write(
            PLAIN.replace('[["random"]]', '[["random"], ["mild"]]').replace("players = 4\n", "")
            + """
[strategies.mild]
from = "random"
[[points]]
players = 2
[[points]]
players = 3
label = "three"
deck.soin = 9
[sweep]
"deck.transfert" = [4, 6]
options.discard = ["when_stuck", "always"]
"""
        )
    )
    assert len(study.points) == 2 * 4 * 2
    assert [point.index for point in study.points] == list(range(16))
    first, second, third = study.points[:3]
    assert (first.players, first.deck["transfert"], first.options["discard"], first.lineup[0]) == (2, 4, "when_stuck", "random")
    assert second.lineup == ("mild", "mild")
    assert third.options["discard"] == "always"
    assert study.points[-1].deck["soin"] == 9
    assert study.points[-1].settings["deck.transfert"] == 6
    assert study.points[-1].label.startswith("three")
    assert len({point.label for point in study.points}) == 16


def test_games_are_rounded_up_to_whole_blocks(write):
    study = load_study(write(PLAIN.replace("blocks = 10", "games = 41")))
    assert study.points[0].blocks == 11
    assert load_study(write(PLAIN.replace("blocks = 10\n", ""))).games == DEFAULT_GAMES


def test_games_of_a_championship_count_for_games(write):
    study = load_study(write(PLAIN.replace("blocks = 10", "games = 100") + "[options]\ngames = 10\n"))
    point = study.points[0]
    assert point.blocks == 3
    assert point.games == 3 * 4 * 10


def test_a_study_survives_json(write):
    study = load_study(write(PLAIN + '[sweep]\n"deck.soin" = [7, 8]\n'), overrides=["deck.transfert=6"], seed=7)
    again = Study.from_dict(json.loads(json.dumps(study.to_dict())))
    assert again == study
    assert again.seed == 7
    assert again.config(again.points[0]).deck["transfert"] == 6


def test_the_command_line_wins_over_file_points_and_sweep(write):
    text = PLAIN + '[[points]]\nlabel = "three"\nplayers = 3\n[[points]]\nplayers = 2\n[sweep]\n"deck.soin" = [7, 8]\n'
    study = load_study(write(text), overrides=["deck.soin=5", "players=4"], games=1)
    assert len(study.points) == 1
    assert study.points[0].deck["soin"] == 5
    assert study.points[0].players == 4
    assert study.points[0].blocks == 1
    assert "three" not in study.points[0].label
    assert study.overrides == ("--set deck.soin=5", "--set players=4", "--games 1")


@pytest.mark.parametrize(
    ("override", "look"),
    [
        ("options.discard=always", lambda study: study.points[0].options["discard"] == "always"),
        ('options.discard="always"', lambda study: study.points[0].options["discard"] == "always"),
        ("variant=ultime", lambda study: study.points[0].variant == "ultime"),
        ("players=2", lambda study: study.points[0].lineup == ("random", "random")),
        ("deck.4-4-2=3", lambda study: study.points[0].deck["4-4-2"] == 3),
        ("margin=1", lambda study: study.margin == 1.0),
        ("targets.shared=12.5", lambda study: study.targets == {"shared": 12.5}),
    ],
)
def test_set_takes_toml_values_and_bare_words(write, override, look):
    assert look(load_study(write(PLAIN), overrides=[override]))


def test_strategies_of_the_command_line_replace_all_lineups(write):
    text = PLAIN.replace("players = 4", "") + '[[points]]\nplayers = 2\nlineup = ["random", "mild"]\n[strategies.mild]\nfrom = "random"\n'
    study = load_study(write(text), strategies=["random"])
    assert [point.lineup for point in study.points] == [("random", "random")]


def test_a_compo_of_ones_own(write):
    text = PLAIN + '[deck]\n"4-2-4" = 2\n[compos."4-2-4"]\ngardien = 1\ndefenseur = 4\nmilieu = 2\nattaquant = 4\n'
    study = load_study(write(text))
    assert study.points[0].compos["4-2-4"] == {"gardien": 1, "defenseur": 4, "milieu": 2, "attaquant": 4}


def test_an_option_of_some_variants_is_noted_where_it_has_no_effect(write):
    text = PLAIN.replace('variant = "classic"\nplayers = 4\n', "") + (
        '[options]\nduel_injury = "random"\n[[points]]\nvariant = "duel"\n[[points]]\nvariant = "classic"\nplayers = 2\n'
    )
    study = load_study(write(text))
    assert study.points[0].options["duel_injury"] == "random"
    assert study.points[1].options["duel_injury"] == "owner"
    assert any("duel_injury has no effect in classic" in notice for notice in study.notices)


# -- what is wrong: (change of the plain study, what the sentence must say)

BAD = {
    "no toml": ("players = = 4\n", r"study\.toml:7: this is not TOML: .*"),
    "unfinished text": ('question = "\n', r"study\.toml:7: this is not TOML: .*"),
    "key twice": ("players = 3\n", r"study\.toml:7: this is not TOML: .*"),
    "unknown key": ('varient = "duel"\n', r"study\.toml:7: varient: .*did you mean 'variant'\?"),
    "unknown section": ("[decks]\nsoin = 3\n", r"study\.toml:7: decks: .*did you mean 'deck'\?"),
    "unknown game": (("mercato", "mercatto"), r"study\.toml:2: game: .*did you mean 'mercato'\?"),
    "no game": (('game = "mercato"\n', ""), r"study\.toml: game: it is missing.*"),
    "game no text": (('"mercato"', "3"), r"study\.toml:2: game: 3 is not text.*"),
    "unknown variant": (("classic", "clasic"), r"study\.toml:3: variant: .*did you mean 'classic'\?"),
    "variant a number": (('"classic"', "4"), r"study\.toml:3: variant: 4 is not the name of a variant"),
    "five players": (("players = 4", "players = 5"), r"study\.toml:4: players: classic takes 2, 3 or 4 players, not 5"),
    "players no number": (("players = 4", 'players = "4"'), r"study\.toml:4: players: '4' is not a whole number"),
    "players a list": (("players = 4", "players = [2, 3]"), r"study\.toml:4: players: .*under \[sweep\]"),
    "no players": (("players = 4\n", ""), r"study\.toml: players: it is missing.*2, 3 or 4"),
    "three in a duel": (("classic", "duel"), r"study\.toml:4: players: duel takes 2 players, not 4"),
    "no blocks": (("blocks = 10", "blocks = 0"), r"study\.toml:5: blocks: 0 is out of range; at least 1"),
    "games below one": (("blocks = 10", "games = -4"), r"study\.toml:5: games: -4 is out of range; at least 1"),
    "blocks and games": (("blocks = 10", "blocks = 10\ngames = 10"), r"study\.toml:6: games: .*one of the two"),
    "blocks a share": (("blocks = 10", "blocks = 1.5"), r"study\.toml:5: blocks: 1\.5 is not a whole number"),
    "negative seed": ("seed = -1\n", r"study\.toml:7: seed: -1 is out of range.*between 0 and 9223372036854775807"),
    "huge seed": (f"seed = {2**63}\n", r"study\.toml:7: seed: 9223372036854775808 is out of range.*"),
    "seed true": ("seed = true\n", r"study\.toml:7: seed: True is not a whole number"),
    "margin zero": ("margin = 0\n", r"study\.toml:7: margin: 0 is out of range.*"),
    "margin text": ('margin = "2"\n', r"study\.toml:7: margin: '2' is not a number.*"),
    "margin nan": ("margin = nan\n", r"study\.toml:7: margin: nan is out of range.*"),
    "flag no bool": ("allow_impossible = 1\n", r"study\.toml:7: allow_impossible: 1 is not true or false"),
    "unknown option": ('[options]\ndiscards = "always"\n', r"study\.toml:8: options\.discards: .*did you mean 'discard'\?"),
    "unknown choice": ('[options]\ndiscard = "allways"\n', r"study\.toml:8: options\.discard: .*'always'.*"),
    "option out of range": ("[options]\nhand_limit = 99\n", r"study\.toml:8: options\.hand_limit: .*1 to 20.*"),
    "option no bool": ("[options]\nsame_compo = 1\n", r"study\.toml:8: options\.same_compo: .*true or false.*"),
    "option a list": ("[options]\nhand_limit = [4, 5]\n", r"study\.toml:8: options\.hand_limit: .*under \[sweep\]"),
    "option without effect": ('[options]\nduel_injury = "random"\n', r"study\.toml:8: options\.duel_injury: .*only in duel or ultime_duel"),
    "options no table": ("options = 3\n", r"study\.toml:7: options: write it as a table.*"),
    "unknown card": ("[deck]\ntransfret = 6\n", r"study\.toml:8: deck\.transfret: .*did you mean 'transfert'\?"),
    "negative count": ("[deck]\ntransfert = -1\n", r"study\.toml:8: deck\.transfert: .*"),
    "count beyond arrays": ("[deck]\ntransfert = 100000\n", r"study\.toml:8: deck\.transfert: .*"),
    "count a text": ('[deck]\ntransfert = "six"\n', r"study\.toml:8: deck\.transfert: 'six' is not a whole number"),
    "too few compos": ('[deck]\n"4-4-2" = 0\n"4-3-3" = 0\n"3-4-3" = 0\n"3-5-2" = 0\n"5-4-1" = 1\n', r"study\.toml:\d+: .*"),
    "impossible compo": ("[deck]\ngardien = 0\n", r"study\.toml:8: deck\.gardien: .*"),
    "compo unknown": ('[deck]\n"4-2-4" = 1\n', r'study\.toml:8: deck\.4-2-4: .*\[compos\."…"\].*'),
    "compo of twelve": (
        '[deck]\n"4-2-5" = 1\n[compos."4-2-5"]\ngardien = 1\ndefenseur = 4\nmilieu = 2\nattaquant = 5\n',
        r"study\.toml:9: compos\.4-2-5: .*11 players.*",
    ),
    "compo no table": ('[compos]\n"4-2-4" = 1\n', r"study\.toml:8: compos\.4-2-4: write it as a table.*"),
    "compo line unknown": ('[compos."4-4-2"]\nmileu = 4\n', r"study\.toml:\d: compos\.4-4-2\S*: .*'milieu'.*"),
    "unknown strategy": (("random", "randon"), r"study\.toml:6: lineups\[1\]\[1\]: .*did you mean 'random'\?"),
    "strategy no text": (('["random"]', "[3]"), r"study\.toml:6: lineups\[1\]\[1\]: 3 is not the name of a strategy.*"),
    "no lineups": (('lineups = [["random"]]\n', ""), r"study\.toml: lineups: it is missing.*"),
    "empty lineups": (('[["random"]]', "[]"), r"study\.toml:6: lineups: there must be at least one line-up.*"),
    "empty lineup": (('[["random"]]', "[[]]"), r"study\.toml:6: lineups\[1\]: the line-up is empty.*"),
    "flat lineups": (('[["random"]]', '["random"]'), r"study\.toml:6: lineups: this is a list of line-ups.*"),
    "lineup too short": (('[["random"]]', '[["random", "random"]]'), r"study\.toml:6: lineups\[1\]: 2 strategies for 4 players.*"),
    "lineup twice": (('[["random"]]', '[["random"], ["random"]]'), r"study\.toml:6: lineups\[2\]: .*twice.*"),
    "lineup twice in two spellings": (
        ('[["random"]]', '[["random"], ["random", "random", "random", "random"]]'),
        r"study\.toml:6: lineups\[2\]: .*same as an earlier one.*",
    ),
    "strategy file missing": (("random", "nobody.py:Bold"), r"study\.toml:6: lineups\[1\]\[1\]: .*nobody\.py.*"),
    "variation of nothing": ("[strategies.bold]\n", r"study\.toml:7: strategies\.bold: .*from = .*"),
    "variation unknown": ('[strategies.bold]\nfrom = "randon"\n', r"study\.toml:8: strategies\.bold\.from: .*did you mean 'random'\?"),
    "variation parameter": (
        '[strategies.bold]\nfrom = "random"\ninjure = 2\n',
        r"study\.toml:9: strategies\.bold\.injure: random has no parameter 'injure'.*",
    ),
    "variation of a taken name": ('[strategies.random]\nfrom = "random"\n', r"study\.toml:7: strategies\.random: .*already.*"),
    "unknown key in a point": ("[[points]]\nplayer = 3\n", r"study\.toml:8: points\[1\]\.player: .*did you mean 'players'\?"),
    "unknown card in a point": ("[[points]]\ndeck.soins = 3\n", r"study\.toml:8: deck\.soins: .*did you mean 'soin'\?"),
    "bad value in a point": ("[[points]]\nplayers = 7\n", r"study\.toml:8: players: .*2, 3 or 4.*"),
    "lineup of a point": ('[[points]]\nlineup = "random"\n', r"study\.toml:8: points\[1\]\.lineup: .*write \[\"random\"\]"),
    "no points": ("points = []\n", r"study\.toml:7: points: .*empty.*"),
    "points no tables": ("points = 3\n", r"study\.toml:7: points: .*\[\[points\]\]"),
    "point twice": ("[[points]]\nplayers = 3\n[[points]]\nplayers = 3\n", r"study\.toml:9: points\[2\]: .*same as an earlier one.*"),
    "unknown key in the sweep": ("[sweep]\nseed = [1, 2]\n", r"study\.toml:8: seed: this can't be swept.*"),
    "unknown card in the sweep": ('[sweep]\n"deck.soins" = [1, 2]\n', r"study\.toml:8: deck\.soins: .*did you mean 'soin'\?"),
    "sweep no list": ('[sweep]\n"deck.soin" = 4\n', r"study\.toml:8: deck\.soin: write a list.*"),
    "sweep empty": ('[sweep]\n"deck.soin" = []\n', r"study\.toml:8: deck\.soin: write a list.*"),
    "sweep twice the same": ('[sweep]\n"deck.soin" = [4, 4]\n', r"study\.toml:8: deck\.soin: 4 stands twice.*"),
    "sweep bad value": ('[sweep]\n"deck.soin" = [\n4,\n-4]\n', r"study\.toml:10: deck\.soin: .*"),
    "sweep and point": (
        '[[points]]\ndeck.soin = 4\n[sweep]\n"deck.soin" = [4, 5]\n',
        r"study\.toml:8: deck\.soin: both \[\[points\]\] and \[sweep\] set it.*",
    ),
    "targets no table": ("targets = 40\n", r"study\.toml:7: targets: write it as a table, \[targets\].*"),
    "unknown target": ("[targets]\nturn = 40\n", r"study\.toml:8: targets\.turn: mercato has no such figure of its games; did you mean 'turns'\?"),
    "target of another game": (
        "[targets]\ntie_break = 4\n",
        r"study\.toml:8: targets\.tie_break: .*; known are going_first, shared, .* and decisions",
    ),
    "target text": ('[targets]\nturns = "40"\n', r"study\.toml:8: targets\.turns: '40' is not a number"),
    "target true": ("[targets]\nturns = true\n", r"study\.toml:8: targets\.turns: True is not a number"),
    "target infinite": ("[targets]\nturns = inf\n", r"study\.toml:8: targets\.turns: inf is out of range; .*above 0"),
    "target zero": ("[targets]\nturns = 0\n", r"study\.toml:8: targets\.turns: 0 is out of range; .*above 0"),
    "share out of range": ("[targets]\nturns = 40\nshared = 100\n", r"study\.toml:9: targets\.shared: 100 is out of range; .*percent.*below 100"),
    "share nan": ("[targets]\nshared = nan\n", r"study\.toml:8: targets\.shared: nan is out of range; .*"),
    "going first out of range": (
        "[targets]\ngoing_first = -100\n",
        r"study\.toml:8: targets\.going_first: -100 is out of range; .*percentage points.*",
    ),
}


def test_targets_are_kept_as_written_and_without_a_sweep_say_nothing(write):
    text = PLAIN + "[targets]\nturns = 40\nshared = 12.5\ngoing_first = -3\n"
    study = load_study(write(text))
    assert study.targets == {"turns": 40.0, "shared": 12.5, "going_first": -3.0}
    assert Study.from_dict(study.to_dict()).targets == study.targets
    assert any("the targets say nothing here" in notice for notice in study.notices)
    assert not load_study(write(text + '[sweep]\n"deck.soin" = [4, 5, 6]\n')).notices


def changed(change):
    """The plain study with a text replaced, or with lines added."""
    if isinstance(change, str):
        return PLAIN + change
    old, new = change
    assert old in PLAIN
    return PLAIN.replace(old, new)


@pytest.mark.parametrize("what", BAD)
def test_a_mistake_gets_one_sentence_with_its_place(write, what):
    change, sentence = BAD[what]
    with pytest.raises(UserError) as caught:
        load_study(write(changed(change)))
    told = str(caught.value)
    assert re.fullmatch(sentence, told), told
    assert "\n" not in told


@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        ("deck.transfret=6", r"--set deck\.transfret=6: deck\.transfret: .*did you mean 'transfert'\?"),
        ("transfert=6", r"--set transfert=6: transfert: there is no such key.*"),
        ("players=5", r"--set players=5: players: classic takes 2, 3 or 4 players, not 5"),
        ("players", r"--set players: write --set KEY=VALUE.*"),
        ("players=", r"--set players=: write --set KEY=VALUE.*"),
        ("options.discard=allways", r"--set options\.discard=allways: options\.discard: .*'always'.*"),
        ("deck.soin=[4", r"--set deck\.soin=\[4: \[4 is not a TOML value.*"),
        ("lineups=[]", r"--set lineups=\[\]: lineups: .*at least one.*"),
        ("seed=-4", r"--set seed=-4: seed: -4 is out of range.*"),
        ("strategies.bold.injure=3", r"--set strategies\.bold\.injure=3: strategies\.bold: .*from = .*"),
        ("blocks=0", r"--set blocks=0: blocks: 0 is out of range.*"),
        ("a b=0", r"--set a b=0: .*"),
        ("deck=6", r"--set deck=6: deck: .*"),
    ],
)
def test_a_mistake_on_the_command_line_is_told_as_one(write, override, sentence):
    with pytest.raises(UserError) as caught:
        load_study(write(PLAIN), overrides=[override])
    assert re.fullmatch(sentence, str(caught.value)), str(caught.value)


def test_flags_of_the_command_line_are_checked_like_keys(write):
    with pytest.raises(UserError, match=r"--seed -1: seed: -1 is out of range"):
        load_study(write(PLAIN), seed=-1)
    with pytest.raises(UserError, match=r"--games 0: games: 0 is out of range; at least 1"):
        load_study(write(PLAIN), games=0)
    with pytest.raises(UserError, match="give one of the two"):
        load_study(write(PLAIN), games=4, blocks=4)
    with pytest.raises(UserError, match=r"--strategy randon: lineups\[1\]\[1\]: .*did you mean 'random'"):
        load_study(write(PLAIN), strategies=["randon"])


def test_files_that_are_no_studies(write, tmp_path):
    write(PLAIN)
    with pytest.raises(UserError, match=r"studi\.toml: there is no such study; did you mean 'study\.toml'\?"):
        load_study("studi.toml")
    (tmp_path / "folder").mkdir()
    with pytest.raises(UserError, match="this is a folder"):
        load_study("folder")
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    with pytest.raises(UserError, match="not a text in UTF-8"):
        load_study("latin.toml")


def test_a_strategy_file_beside_the_study(write, tmp_path):
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "bot.py").write_text(
        "from strategies.registry import strategy\n\n\n"
        "@strategy(game='mercato', name='Bold', version=3, about='first move', params={'nerve': 1.0})\n"
        "def choose(view, moves, n_moves, params, memory, rng):\n    return 0\n"
    )
    text = PLAIN.replace('[["random"]]', '[["bot.py:Bold"]]')
    (tmp_path / "lab" / "study.toml").write_text(text)
    study = load_study("lab/study.toml")
    spec = study.strategies["bot.py:Bold"]
    assert spec.source == "lab/bot.py:Bold"
    assert (spec.version, spec.params, len(spec.sha256)) == (3, {"nerve": 1.0}, 64)
    assert study.lineup(study.points[0]).strategies[0].name == "bot.py:Bold"


# -- sentences


def test_small_sentences():
    assert nearest("Transfret", ["soin", "transfert"]) == "transfert"
    assert nearest("transfert", ["deck.transfert", "x"]) == "deck.transfert"
    assert suggest("zzz", ["a", "b", "c"]) == "known are a, b and c"
    assert suggest("zzz", []) == "there are none"
    assert listing([2, 3, 4], "or") == "2, 3 or 4"
    assert [duration(s) for s in (0.2, 8.4, 75, 120, 3600, 7500)] == ["less than a second", "8 s", "1 min 15 s", "2 min", "1 h", "2 h 5 min"]


def test_reading_keeps_the_text(write):
    assert read_study_file_text(write(PLAIN)) == PLAIN


def read_study_file_text(name):
    from pathlib import Path

    return read_study_file(Path(name)).text
