# What `swipe serve` says.

cli-serve = Play in the browser: on this computer, and on every phone in the same network.
cli-serve-more = Starts a server, opens no page by itself and prints the addresses to open. Everybody who opens a table's link can sit down or watch. Matches are kept when it stops (Ctrl+C), and go on when it is started again.
cli-serve-host = The address to listen on: 0.0.0.0 lets phones in, 127.0.0.1 this computer alone.
cli-serve-port = The port to listen on; 0 takes a free one.
cli-serve-data = The folder that keeps the matches (usually in your data folder).
cli-serve-database = Keep matches in this database instead, for example postgresql+asyncpg://user@host/name.
cli-serve-fanout = How several processes on one database tell each other: memory for one process, or redis://host or postgresql://host/name.
cli-serve-pace = How long a bot waits before it moves, so that people can watch.
cli-serve-hold-absent = How long until a bot holds the seat of a person who is not connected.
cli-serve-hold-silent = How long until a bot holds the seat of a person who does nothing.
cli-serve-message-rate = Messages a second that one connection may send.
cli-serve-tables-per-minute = New tables a minute that one address may open.
cli-serve-bot-workers = Processes in which bots think; 0 for a thread of the server's own.
cli-serve-json = Print the addresses as JSON.
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
