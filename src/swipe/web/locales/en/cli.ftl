### The command line and the terminal.

## The frame of every help text

cli-usage = Usage:
cli-usage-options = [OPTIONS]
cli-options-heading = Options
cli-commands-heading = Commands
cli-swipe = Play Swipe and its sister games, check what was played, and study them.
cli-swipe-more = "swipe COMMAND --help" says more about a command. To begin: swipe play swipe-dice
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
cli-error-preset = { $game } has no preset "{ $preset }"; it has { $known }
cli-error-set = --set { $given }: write it as name=value, such as { $example }
cli-error-missing-package = "{ $command }" needs the package { $module }: { $install }

## Commands

cli-play = Play a game in this terminal.
cli-rules = Print the rules as they are implemented.
cli-verify = Prove every roll and every move of a match's record.
