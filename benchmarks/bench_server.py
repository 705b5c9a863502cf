"""Moves a second that one server process accepts, every move on disk before it is told.

    python benchmarks/bench_server.py [--tables 100] [--seconds 10] [--database URL] [--json]

Closed loop over the loopback: at every table four devices play Swipe dice; the one whose turn it
is moves as soon as it has heard of it. The server runs on one core, the devices on the others. A
move is a throw or a choice; its latency is the time from sending it to `accepted`, by when its
events are flushed to the device. On a machine that does other work too, moves per second of the
server's own processor time say more than moves per second.
"""

import argparse
import asyncio
import base64
import http.client
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec

PLAYERS = 4


class Position(msgspec.Struct):
    phase: str
    to_act: int | None
    legal: list[str]


class Event(msgspec.Struct):
    event: str


class Seat(msgspec.Struct):
    has_entropy: bool


class Happening(msgspec.Struct):
    version: int
    event: Event
    seats: list[Seat | None]
    position: Position | None


class Snapshot(msgspec.Struct):
    version: int
    position: Position | None
    seats: list[Seat | None]


class Seen(msgspec.Struct):
    snapshot: Snapshot


class Heard(msgspec.Struct):
    """As much of any message as a device has to understand."""

    type: str
    id: int | None = None
    match: str = ""
    version: int = 0
    token: str = ""
    code: str = ""
    happening: Happening | None = None
    snapshots: list[Seen] = []


decode = msgspec.json.Decoder(Heard).decode


class Device(asyncio.Protocol):
    """A player that moves at once. A WebSocket client of the least that is needed."""

    def __init__(self, bench, table, seat):
        self.bench, self.table, self.seat = bench, table, seat
        self.buffer = bytearray()
        self.open = False
        self.token, self.match, self.version = "", "", 0
        self.position, self.seats = None, [None] * PLAYERS
        self.sent, self.what = 0.0, ""
        self.ready = asyncio.get_running_loop().create_future()
        self.welcomed = asyncio.get_running_loop().create_future()

    def connection_made(self, transport):
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /api/tables/{self.table}/socket HTTP/1.1\r\nHost: localhost\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data):
        self.buffer += data
        buffer = self.buffer
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            del buffer[: end + 4]
            self.open = True
            self.send({"type": "hello", "protocol": 1})
        start = 0
        while len(buffer) - start >= 2:
            size, head = buffer[start + 1], 2
            if size >= 126:
                width = 2 if size == 126 else 8
                head += width
                size = int.from_bytes(buffer[start + 2 : start + head], "big")
            if len(buffer) - start < head + size:
                break
            if buffer[start] == 0x81:
                self.heard(decode(buffer[start + head : start + head + size]))
            start += head + size
        del buffer[:start]

    def connection_lost(self, error):
        self.bench.lost += 1

    def send(self, message):
        # A mask of zeros leaves the text as it is.
        text = msgspec.json.encode(message)
        size = len(text)
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + text)

    def do(self, command, token=None):
        self.what = command["command"]
        self.sent = time.perf_counter()
        self.send(
            {
                "type": "do",
                "id": 1,
                "match": self.match,
                "version": self.version,
                "command": command,
                "token": self.token if token is None else token,
            }
        )

    def heard(self, message):
        kind = message.type
        if kind == "happened":
            happening = message.happening
            assert happening.version == self.version + 1
            self.version = happening.version
            self.position, self.seats = happening.position, happening.seats
            if happening.event.event == "ended" and self.seat == 0:
                self.what = "again"
                self.send({"type": "again", "id": 1, "match": self.match, "token": self.token})
            elif happening.event.event != "ended":
                self.act()
        elif kind == "accepted":
            self.bench.accepted(self, message)
            if message.token:
                self.token = message.token
        elif kind == "refused":
            # Somebody was first: look again. The events in between may have been heard already.
            assert message.code == "stale-command", message
            self.what = ""
            if self.version >= message.version:
                self.act()
        elif kind in ("welcome", "opened"):
            shown = message.snapshots[0].snapshot
            self.match, self.version = message.match, shown.version
            self.position, self.seats = shown.position, shown.seats
            if kind == "welcome":
                self.welcomed.set_result(None)
            self.what = ""
            self.act()

    def act(self):
        if self.what:
            return
        position = self.position
        if position is None:
            if self.token and not self.seats[self.seat].has_entropy:
                self.do({"command": "add-entropy", "seat": self.seat, "value": "0" * 32})
            elif self.token and not self.ready.done():
                self.ready.set_result(None)
        elif position.to_act == self.seat:
            if position.phase == "chance":
                self.do({"command": "throw", "seat": self.seat})
            else:
                self.do({"command": "act", "seat": self.seat, "action": position.legal[-1]})


class Bench:
    def __init__(self, port, options):
        self.port, self.options = port, options
        self.moves = self.lost = 0
        self.latencies = []
        self.measuring = False

    def accepted(self, device, message):
        what, device.what = device.what, ""
        if what in ("throw", "act") and self.measuring:
            self.moves += 1
            self.latencies.append(time.perf_counter() - device.sent)
        if device.version >= message.version:
            device.act()

    async def table(self, name):
        """Sit four devices down at a table."""
        loop = asyncio.get_running_loop()
        devices = []
        for seat in range(PLAYERS):
            _, device = await loop.create_connection(
                lambda seat=seat: Device(self, name, seat), "127.0.0.1", self.port
            )
            devices.append(device)
            await device.welcomed
            device.do({"command": "sit", "seat": seat, "name": f"P{seat + 1}"})
            await device.ready
        return devices

    async def run(self, pid):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        names = []
        for _ in range(self.options.tables):
            new = {"game": "swipe-dice", "players": PLAYERS}
            connection.request("POST", "/api/tables", json.dumps(new))
            names.append(json.loads(connection.getresponse().read())["table"])
        connection.close()
        tables = await asyncio.gather(*(self.table(name) for name in names))
        for devices in tables:
            devices[-1].do({"command": "start"})
        await asyncio.sleep(self.options.warm_up)
        self.measuring = True
        began, cpu, own = time.perf_counter(), cpu_seconds(pid), time.process_time()
        await asyncio.sleep(self.options.seconds)
        self.measuring = False
        wall = time.perf_counter() - began
        cpu, own = cpu_seconds(pid) - cpu, time.process_time() - own
        for devices in tables:
            for device in devices:
                device.transport.abort()
        waits = sorted(self.latencies)
        return {
            "tables": self.options.tables,
            "players": PLAYERS,
            "seconds": round(wall, 2),
            "moves": self.moves,
            "moves_per_second": round(self.moves / wall),
            "moves_per_cpu_second": round(self.moves / cpu),
            "server_cpu": round(cpu / wall, 2),
            "client_cpu": round(own / wall, 2),
            "median_ms": round(statistics.median(waits) * 1000, 1),
            "p99_ms": round(waits[int(len(waits) * 0.99)] * 1000, 1),
            "lost_connections": self.lost,
        }


def cpu_seconds(pid):
    """Processor time that a process has used, user and system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--warm-up", type=float, default=2)
    parser.add_argument("--database", help="instead of SQLite in a new folder")
    parser.add_argument("--data", help="folder for the SQLite database (default: a new one)")
    parser.add_argument("--profile", help="write a cProfile of the server to this file")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        where = ["--database", options.database] if options.database else []
        where = where or ["--data", options.data or folder]
        program = ["-m", "swipe.server"]
        if options.profile:
            program = ["-m", "cProfile", "-o", options.profile, "-m", "swipe.server"]
        command = [sys.executable, *program, "--host", "127.0.0.1", "--port", "0", "--json", *where]
        command += ["--tables-per-minute", "1000000", "--message-rate", "1000000"]
        cores = sorted(os.sched_getaffinity(0))
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        os.sched_setaffinity(server.pid, cores[:1])
        if len(cores) > 1:
            os.sched_setaffinity(0, cores[1:])
        try:
            url = json.loads(server.stdout.readline())["urls"][0]
            port = int(url.rpartition(":")[2])
            result = asyncio.run(Bench(port, options).run(server.pid))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()
    if options.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name:24}{value:>12}")


if __name__ == "__main__":
    main()
