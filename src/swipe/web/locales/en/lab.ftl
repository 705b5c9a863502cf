### The laboratory: swipe simulate, report, sweep and tournament.

cli-simulate = Play any number of games between bots and count what happens.
cli-simulate-more =
    GAME is swipe-dice, swipe-cards or skip-bo-dice. Seats are counted from the one who starts, unless --set says who begins. The same seed gives the same numbers, whatever the number of processes; Ctrl-C keeps what is done, --resume goes on with it.
cli-simulate-bots = The bots of the seats, such as greedy,random; repeated as needed (usually random).
cli-simulate-games = How many games: 5000, 10k, 10M (usually 100k).
cli-simulate-seed = Which games: number n of a seed is the same game everywhere (usually 1).
cli-simulate-out = Keep the results in this Parquet file, for "swipe report".
cli-simulate-resume = Go on with the unfinished run in the file of --out.
cli-option-processes = How many batches are played at a time, each on its own core (usually one for every core).
cli-option-ray = Play on this Ray cluster; "local" starts one on this machine.

lab-error-count = "{ $given }" is not a number of games: write 5000, 10k or 10M
lab-error-resume = --resume goes on with a file: name it with --out
lab-rate = { $rate } games/s
lab-rules = Rules: { $rules }
lab-seats-from-starter = Seat 1 starts; the seats are counted from it.
lab-played = { $games } games of seed { $seed }, played in { $seconds } s
lab-speed = { $rate } games a second
lab-estimated = Estimated, with 95 % intervals:
lab-win-share = Seat { $seat } ({ $bot }): { $share } % of the wins ({ $low } to { $high } %)
lab-turns = Turns a game: { $mean } ({ $low } to { $high })
lab-written = Results: { $path }
lab-interrupted = Stopped after { $games } games. The same command with --resume goes on, if there is a file.
