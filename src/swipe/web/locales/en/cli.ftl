### The command line and the table in a terminal. $name and $names are display names.

## The frame of every help text

cli-usage = Usage:
cli-range = { $low } to { $high }
cli-range-least = { $low } or more
cli-usage-options = [OPTIONS]
cli-options-heading = Options
cli-commands-heading = Commands
cli-swipe = Play Swipe and its sister games, check what was played, and study them.
cli-swipe-more =
    To begin: "swipe play swipe-dice" in this terminal, or "swipe serve" and your browser. "swipe COMMAND --help" says more about a command.
cli-swipe-version = Show the version and exit.
cli-option-help = Show this text and exit.
cli-option-language = The language of all texts.
cli-option-json = Print the result as JSON.
cli-option-players = How many seats the table has.
cli-option-set = Set an option of the rules; may be given several times. "swipe rules GAME" lists the options.
cli-option-preset = A named set of options; "swipe rules GAME" lists them.
cli-option-seed = A number that makes all chance repeatable.

## Errors

cli-aborted = Stopped.
cli-error-no-command = there is no command "{ $command }"; there are { $known }
cli-error-no-option = there is no option { $option }; --help lists those there are
cli-error-no-option-near = there is no option { $option }; did you mean { $near }?
cli-error-missing = { $name } is missing; --help says what it is
cli-error-bad = { $name }: { $reason }
cli-error-number = "{ $given }" is not { $kind ->
    [whole] a whole number
   *[any] a number
}{ $range ->
    [low-high] {" "}from { $low } to { $high }
    [low] {" "}from { $low } up
    [high] {" "}up to { $high }
   *[any] {""}
}
cli-error-preset = { $game } has no preset "{ $preset }"; it has { $known }
cli-error-set = --set { $given }: write it as name=value, such as { $example }
cli-error-missing-package = the package { $module } is needed and not installed: { $install }
cli-error-missing-extra = the package { $module } is needed and not installed; the extra "{ $extra }" brings it: { $here } in Swipe's own folder, or { $anywhere } from an index that has Swipe
cli-error-empty-name = an empty name names no file
cli-error-which-game = say which game: { $known }
cli-error-rules-of-what = --players, --set and --preset need a game: { $known }
cli-error-resume = --resume takes everything from the record: give no game and no other option with it
cli-error-typed-seed = --typed is for real dice and --seed for drawn ones: give one of them
cli-error-not-physical = { $game } has cards that nobody may see: it cannot be typed in
cli-error-too-many = { $players } seats are too few for { $people } people and { $bots } bots: raise --players
cli-error-humans = { $given } people: the game has at most { $most } seats
cli-error-name = "{ $name }" cannot be a name: use 1 to { $most } printable characters
cli-error-same-name = two people have the same name: tell them apart
cli-error-not-started = { $path }: play had not begun; start a new match instead

## swipe play

cli-play = Play a game in this terminal.
cli-play-more =
    GAME is swipe-dice, swipe-cards or skip-bo-dice. You play against bots, or several people share the terminal (hot seat); cards are covered between their turns.

    The rolls come from a secret that is fixed before anybody sits down and told at the end, so that nobody can bend them. The match is recorded while it is played: "quit" leaves it, --resume goes on with it, and "swipe verify" checks it afterwards.
cli-play-players = How many seats the table has (usually 4); bots take those that people leave.
cli-play-humans = How many people play (usually 1), or their names: Ada,Bea.
cli-play-bots = Which bots take the other seats, such as greedy,random; repeated as needed. The bot optimal plays the table that "swipe solve" has made of the rules.
cli-play-seed = Draw the rolls from this number instead of a secret: the same number gives the same rolls.
cli-play-typed = Roll real dice and type in what they show.
cli-play-record = Where the record is written; without it, in your data folder.
cli-play-resume = Go on with the match of this record (its file, or the short name that it was given).
cli-play-json = Print the result as JSON; the game itself is then shown on standard error.

cli-you = Player
cli-person = Player { $letter }
cli-list = { $most } and { $last }
cli-centre = Centre
cli-table-title = { $game }: { $name }'s turn

cli-begin-rules = { $game } for { $count } players. All rules are as usual; type "rules" to read them.
cli-begin-rules-changed = { $game } for { $count } players, with other rules than usual: { $options }. Type "rules" to read them.
cli-begin-bot = { $name } ({ $bot })
cli-begin-bots = { $count ->
    [one] Bot: { $bots }.
   *[other] Bots: { $bots }.
}
cli-begin-fair = Fair rolls: they come from a secret that can no longer be changed. Its fingerprint begins { $fingerprint }; at the end the secret is told, and "swipe verify" checks both.
cli-begin-seeded = Seeded rolls: whoever knows the seed knows every roll. The fingerprint of their secret begins { $fingerprint }; "swipe verify" checks it at the end.
cli-begin-typed = Real dice: their rolls are typed in, and the record says so.
cli-begin-repeated = The rolls are those of { $origin }.
cli-begin-record = Record: { $path }
cli-begin-commands = At every prompt: ? explains, "table" shows the table, "log" what happened, "rules" the rules, "quit" leaves.
cli-left = The match is saved in { $path }. Go on with:
cli-end-secret = The whole match and the secret of its rolls are in { $path }. Check every roll and move with:
cli-end-record = The whole match is in { $path }. Check it with:
cli-result-line = { $rank }. { $name }: { $score } { $unit }
cli-resume-cut = Event { $event } had been cut off when the record was last written; it never happened.

cli-question = { $name } decides:
cli-hint-choice = Type a number from 1 to { $count } (? for help):
cli-hint-only-choice = Press Enter for the only choice, "{ $choice }" (? for help):
cli-hint-throw = { $count ->
    [one] { $name }, press Enter to roll 1 die (? for help):
   *[other] { $name }, press Enter to roll { $count } dice (? for help):
}
cli-hint-typed = { $count ->
    [one] What does the die of { $name } show? Type one of { $faces }:
   *[other] What do the { $count } dice of { $name } show? Type { $count } of { $faces }:
}
cli-hint-typed-draw = Type { $count } of { $faces }:
cli-typed-starter = Who begins? Type the seat's number or the name (? lists them):
cli-confirm-typed = Is { $outcomes } right? Press Enter if it is, or type it again:
cli-confirm-starter = If { $name } begins, press Enter; if not, type who does:
cli-cover = { $name }, press Enter to cover your cards:
cli-pass-to = Pass the screen to { $name }. { $name }, press Enter to see your cards:
cli-more = Press Enter for more, or type q to leave it:

cli-help-commands = Commands: table (show the table), log (what happened; "log all", "log 30"), rules, save (where the record is), quit (leave; the match can be resumed).
cli-help-choice = Type the number that stands before a choice, or its name; the beginning will do where no other choice begins so. Nothing is taken back. The record writes these choices as { $actions }, which you can type too.
cli-help-action = { $action } ({ $number })
cli-help-throw = Enter rolls the dice. What they show takes effect at once, in the order of the rules.
cli-help-typed = Type what the dice show, separated by spaces; you see it again before it counts.
cli-help-faces = They can show { $faces }.
cli-help-starter = Draw it your way, then type who begins: the number of the seat, the name or its beginning. You see it again before it counts.
cli-misread-starter = "{ $typed }" is nobody who can begin: type { $known }.
cli-misread-choice = "{ $typed }" is none of the choices. { $hint }
cli-misread-throw = "{ $typed }" is no answer here: press Enter to roll, or type ? for help.
cli-misread-face = "{ $typed }" is not a face: type { $faces }.
cli-misread-count = { $count ->
    [one] That is 1 result, and { $needed } are needed.
   *[other] Those are { $count } results, and { $needed } are needed.
}
cli-saved = Every event is saved as it happens, in { $path }
cli-log-empty = Nothing has happened yet.

## Swipe (dice)

cli-swipe-dice-chips = { $count ->
    [one] 1 chip
   *[other] { $count } chips
}
cli-swipe-dice-dice = { $count ->
    [one] 1 die
   *[other] { $count } dice
}
cli-swipe-dice-in-the-box = in the box: { $count }
cli-swipe-dice-throws = { $name } rolls { $faces }
cli-swipe-dice-from = { $name } ({ $chips }, { $dice })
cli-swipe-dice-no-die = no die
cli-swipe-dice-no-chip = no chip
cli-swipe-dice-ask-order = { $name }, which die takes effect next? Left: { $faces }
cli-swipe-dice-ask-choose-die = { $count ->
    [one] { $name }, from whom do you swipe a die?
   *[other] { $name }, from whom do you swipe a die? { $count } dice are to be swiped, one after the other.
}
cli-swipe-dice-ask-choose-chip = { $count ->
    [one] { $name }, from whom do you swipe a chip?
   *[other] { $name }, from whom do you swipe a chip? { $count } chips are to be swiped, one after the other.
}
cli-swipe-dice-typed = { $count ->
    [one] What does the die of { $name } show? Type C, D, X, SD or SC (? explains):
   *[other] What do the { $count } dice of { $name } show? Type C, D, X, SD or SC for each, such as C X SD (? explains):
}
cli-swipe-dice-typed-roll-off = What do the dice of the roll-off show, one each of { $names }, in this order? Type C, D, X, SD or SC for each:

## Skip-Bo Dice

cli-skip-bo-dice-board = Board
cli-skip-bo-dice-cup = { $count ->
    [0] the cup is empty; the next square is { $square }
    [one] 1 die in the cup; the next square is { $square }
   *[other] { $count } dice in the cup; the next square is { $square }
}
cli-skip-bo-dice-points = Points
cli-skip-bo-dice-goal = the end begins at
cli-skip-bo-dice-race = wins at once with
cli-skip-bo-dice-ender = started the end
cli-skip-bo-dice-throws = { $count ->
    [one] { $name } rolls the die of square { $first }: { $faces }
   *[other] { $name } rolls the dice of squares { $first } to { $last }: { $faces }
}
cli-skip-bo-dice-blank = blank
cli-skip-bo-dice-typed = { $count ->
    [one] What does die { $first } of { $name } show? Type N (its number), S (Skip-Bo) or B (blank):
   *[other] What do the dice { $first } to { $last } of { $name } show, in this order? Type N (the number), S (Skip-Bo) or B (blank) for each, such as N N B:
}

## SWIPE cards

cli-swipe-cards-title = { $title }, round { $number }
cli-swipe-cards-points = Points
cli-swipe-cards-hand = Hand
cli-swipe-cards-none = none
cli-swipe-cards-no-pile = none: whoever leads plays any rank
cli-swipe-cards-pile = on top { $top }; under it { $under }
cli-swipe-cards-pile-one-rank = on top { $top }
cli-swipe-cards-lead = Lead:
cli-swipe-cards-lower = Equal or lower:
cli-swipe-cards-higher = Higher, and take the rest:
cli-swipe-cards-other = Also:
cli-swipe-cards-hint = Type a play, such as { $examples } (? for help):
cli-swipe-cards-help =
    3x2 plays two threes from the hand; 3 3 is the same.
    9x1+r2 plays a nine from the hand and the one in slot 2 of the row; 9 r2 is the same, and r2 alone plays just that one.
    swipe plays a SWIPE card from the hand, swipe:r2 the one in slot 2.
    blind:3 turns over the face-down card (##) of slot 3 and plays it.
    pick-up takes the pile, where the rules of this table let you.
    At most four cards of a rank lie in the pile; four clear it, and you go again.
cli-swipe-cards-misread = "{ $typed }" is no play that is possible now. { $hint }
cli-swipe-cards-no-blind = There is no face-down card in slot { $slot }.
cli-swipe-cards-no-swipe = There is no SWIPE card there.
cli-swipe-cards-not-in-row = The card of slot { $slot } is no { swipe-cards-rank }.
cli-swipe-cards-not-held = { $count ->
    [0] There are no { swipe-cards-ranks } in your hand.
   *[other] There are only { swipe-cards-count-of-rank } in your hand.
}

## swipe rules

cli-rules = Read a game's rules, with every option that they have.
cli-rules-more = GAME is swipe-dice, swipe-cards or skip-bo-dice; without it the games are listed. With --players, --set or --preset it shows the options as they would be.
cli-rules-for-players = { $low } to { $high } players
cli-rules-options = Options
cli-rules-presets = Presets (--preset NAME)
cli-rules-default = instead of { $value }
cli-rules-range = a whole number from { $minimum } to { $maximum }
cli-rules-values = { $kind ->
    [choice] { $values }
   *[text] written like { $values }
}
cli-rules-all-default = everything at its default
cli-rules-identity = These rules are named:

## swipe verify

cli-verify = Check a match that was played: every roll and every move.
cli-verify-more = FILE is the record, or the short name that "swipe play" gave it. The exit code is 0 when everything in it is true, and 1 when something is not: then the first event that is wrong is named.
cli-verify-wrong = { $file }: event { $event } is wrong: { $reason }
cli-verify-wrong-head = { $file }: this is no record of a match: { $reason }
cli-verify-match = Match { $match }, { $rules }
cli-verify-moves = { $events ->
    [one] Proven: its 1 event follows the rules.
   *[other] Proven: all { $events } events follow each other by the rules.
}
cli-verify-fingerprint = Fingerprint of the secret, as in the first event: { $commitment }
cli-verify-rolls = Proven: all { $draws } draws come from the committed secret and the people's entropy.
cli-verify-rolls-repeated = Proven: all { $draws } draws come from the key in the first event. Not proven: that it is the key of the earlier match.
cli-verify-rolls-typed = Not proven: the { $draws } results of real dice were typed in; each was possible.
cli-verify-rolls-open = Not yet proven: the { $draws } draws so far; the secret is revealed at the end.
cli-verify-seeded = Not proven: that nobody foresaw the rolls. Whoever knew the seed knew them all.
cli-verify-entropy = { $count ->
    [one] Entropy came from seat { $seats }.
   *[other] Entropy came from seats { $seats }.
}
cli-verify-no-entropy = { $count ->
    [one] Not proven to seat { $seats }, which added no entropy: that nobody chose the secret for its rolls.
   *[other] Not proven to seats { $seats }, which added no entropy: that nobody chose the secret for its rolls.
}
cli-verify-result = Proven: the result, rank by seat: { $result }
cli-verify-unfinished = The match has not ended.
