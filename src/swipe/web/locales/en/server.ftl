# What `swipe serve` says.

serve-help = Open a table for everybody on the local network.
serve-help-host = The address to listen on; 0.0.0.0 is all of this machine's.
serve-help-port = The port to listen on; 0 takes a free one.
serve-help-data = The folder for the matches (default: the user's data folder).
serve-help-database = Keep matches in this database instead, for example postgresql+asyncpg://user@host/name.
serve-help-fanout = How several processes on one database tell each other: memory for one process, or redis://host or postgresql://host/name.
serve-help-pace = Seconds between a bot's moves, so that people can watch.
serve-help-hold-absent = Seconds after which a bot holds the seat of a person who is not connected.
serve-help-hold-silent = Seconds after which a bot holds the seat of a person who does nothing.
serve-help-message-rate = Messages a second that one connection may send.
serve-help-tables-per-minute = New tables a minute that one address may open.
serve-help-bot-workers = Processes in which bots think; 0 for a thread of the server's own.
serve-help-json = Print the addresses as JSON.
serve-open = Open { $url } on this computer.
serve-open-phones = Open { $url } on every phone in the same network.
serve-here-alone = Phones cannot open it: the server listens on this computer alone. With --host 0.0.0.0 they can.
serve-stop = Stop with Ctrl+C. The matches are kept.
serve-no-folder = Cannot use the folder { $folder }: { $reason }
serve-no-port = Cannot listen on { $host } port { $port }: { $reason }. Choose another with --port.
serve-no-database = The database cannot be used: { $reason }
serve-no-fanout = The other processes cannot be told: { $reason }
serve-no-amount = { $given } is not an amount
serve-failed = The server could not start; the lines above say why.
