#!/usr/bin/env python3
"""Looks for what grows: compares, scans, reads a stream and a page's frames in a loop, and measures slopes.

One stream is read and one page served for the whole time, while comparisons and scans start and end beside
them. Memory, descriptors and threads are sampled (of those two through their life; of each command its peak), and
what the rounds leave behind is counted: temporary files, processes, control groups. The slopes are those of
`harness soak`: the first quarter is warming up, the rest makes twenty means, and an interval of 99.5 % (t). What
stays where it is has it from the steps between neighbouring means, as of a random walk; what comes back (the peak of
each command) from a line. A series grows if its interval lies above zero, and that of its last half does, too: exit
code 1. One whose interval lies below zero shrinks, which is said and no fault. --leak BYTES plants a leak in the
stream (scripts/ground/moving.c), to see that it is found.
"""

import argparse
import glob
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(HERE + "/live")
from client import Client  # noqa: E402

CORPUS = """\
format: 1
name: soak
version: 1
title: Soak
question: Does anything grow?
seed: 46
symbols:
  - {name: v1, symbology: qr-code, version: 1, ecc: M, payload: {kind: digits, length: 10}}
conditions:
  - {name: upright, rotation: 0}
sweep: {axis: module-size, harder: smaller, levels: [1, 2, 3]}
trials: 20
"""
WIDTH, HEIGHT = 320, 240
BLOCKS = 20
LASTING = ("stream", "live")  # what is used for the whole time
T_9975 = {18: 3.197, 8: 3.833}  # the quantiles of t, by degrees of freedom


def grayscale(path):
    """The rows of an 8-bit grey PNG, as the harness draws them."""
    data, place, packed = open(path, "rb").read(), 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        packed += body if kind == b"IDAT" else b""
        place += 12 + length
    if (depth, colour) != (8, 0):
        raise ValueError(path + " is not 8-bit grey")
    raw, rows, above = zlib.decompress(packed), [], bytes(width)
    for y in range(height):
        line = raw[y * (width + 1):(y + 1) * (width + 1)]
        row = bytearray(line[1:])
        for x in range(width):
            left = row[x - 1] if x else 0
            corner = above[x - 1] if x else 0
            guess = left + above[x] - corner
            distances = [abs(guess - left), abs(guess - above[x]), abs(guess - corner)]
            paeth = [left, above[x], corner][distances.index(min(distances))]
            row[x] = (row[x] + [0, left, above[x], (left + above[x]) // 2, paeth][line[0]]) % 256
        rows.append(bytes(row))
        above = row
    return rows


def frame(rows):
    """A frame of a Y4M stream with an image in its middle."""
    left, top = (WIDTH - len(rows[0])) // 2, (HEIGHT - len(rows)) // 2
    white = bytes([255]) * WIDTH
    lines = [white] * top
    lines += [white[:left] + row + white[left + len(row):] for row in rows]
    lines += [white] * (HEIGHT - len(lines))
    return b"FRAME\n" + b"".join(lines)


def sample(process):
    """Memory of its own in KB, descriptors and threads of a process; None if it is gone.

    Pages of files are left out: how many of them are there is the kernel's choice.
    """
    try:
        with open("/proc/%d/status" % process, encoding="ascii", errors="replace") as file:
            fields = dict(line.split(":", 1) for line in file if ":" in line)
        count = len(os.listdir("/proc/%d/fd" % process))
        memory = sum(int(fields[name].split()[0]) for name in ("RssAnon", "RssShmem", "VmSwap"))
        return memory, count, int(fields["Threads"])
    except (OSError, KeyError, ValueError):
        return None


def children(process):
    """The processes that a process has started and not yet waited for."""
    found = set()
    for path in glob.glob("/proc/%d/task/*/children" % process):
        try:
            with open(path, encoding="ascii") as file:
                found.update(int(word) for word in file.read().split())
        except OSError:
            pass
    return found


class Series:
    def __init__(self, name, unit, stays):
        """stays: True for what stays where it is, as memory does, False for what comes back."""
        self.name, self.unit, self.stays, self.points = name, unit, stays, []

    def add(self, seconds, value):
        self.points.append((seconds, value))

    def means(self):
        """The means of equal parts: seconds and value; None where there are too few points."""
        points = self.points[len(self.points) // 4:]
        if len(points) < BLOCKS:
            return None
        size = len(points) / BLOCKS
        blocks = [points[int(i * size):int((i + 1) * size)] for i in range(BLOCKS)]
        return [[sum(values) / len(block) for values in zip(*block)] for block in blocks]

    def slope(self, means):
        """The slope per hour and half the width of its interval."""
        xs, ys = [x / 3600 for x, _ in means], [y for _, y in means]
        degrees = len(means) - 2
        if self.stays:
            steps = [two - one for one, two in zip(ys, ys[1:])]
            mean, width = sum(steps) / len(steps), (xs[-1] - xs[0]) / len(steps)
            variance = sum((step - mean) ** 2 for step in steps) / degrees
            return mean / width, T_9975[degrees] * (variance / len(steps)) ** 0.5 / width
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        spread = sum((one - x) ** 2 for one in xs)
        slope = sum((one - x) * (two - y) for one, two in zip(xs, ys)) / spread
        rest = sum((two - y - slope * (one - x)) ** 2 for one, two in zip(xs, ys))
        return slope, T_9975[degrees] * (rest / degrees / spread) ** 0.5

    def growth(self):
        """The slope per hour and half the width of its interval, those of the last half, and whether it grows."""
        means = self.means()
        if means is None:
            return None
        whole, last = self.slope(means), self.slope(means[BLOCKS // 2:])
        # What never changed has an interval without width, and rounding must not make a slope of it.
        return whole, last, min(whole[0] - whole[1], last[0] - last[1]) > 1e-9

    def judge(self):
        """Prints the slope; False if it grows."""
        found = self.growth()
        if found is None:
            print("  %-32s too few points: %d" % (self.name, len(self.points)))
            return False
        (slope, half), (late, half_late), grows = found
        word = "  GROWS" if grows else "  shrinks" if slope + half < -1e-9 else ""
        print("  %-32s %+12.3f [%+.3f, %+.3f] %s an hour%s, last half %+.3f [%+.3f, %+.3f], last %s" % (
            self.name, slope, slope - half, slope + half, self.unit, word, late, late - half_late, late + half_late,
            self.points[-1][1]))
        return not grows


class Soak:
    def __init__(self, options):
        self.harness = os.path.abspath(options.harness)
        self.leak = options.leak
        self.folder = tempfile.mkdtemp(prefix="soak-")
        self.temporary = os.path.join(self.folder, "tmp")
        os.mkdir(self.temporary)
        self.environment = dict(os.environ, TMPDIR=self.temporary)
        self.start, self.end = time.monotonic(), time.monotonic() + 60 * options.minutes
        self.guards = set()
        # Others may have left some, and the numbers of processes come again.
        self.older = set(glob.glob("/sys/fs/cgroup/**/harness-guard-*", recursive=True))
        self.series = {}
        self.rounds = 0

    def add(self, name, unit, value):
        series = self.series.setdefault(name, Series(name, unit, name.startswith(LASTING)))
        series.add(time.monotonic() - self.start, value)

    def add_sample(self, name, values):
        for what, unit, value in zip(("memory", "descriptors", "threads"), ("KB", "", ""), values):
            self.add("%s: %s" % (name, what), unit, value)

    def run(self, name, words, codes):
        """Runs a command to its end and notes its peaks."""
        process = subprocess.Popen(
            [self.harness] + words, env=self.environment, cwd=self.folder, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        peaks = [0, 0, 0]
        while process.poll() is None:
            now = sample(process.pid)
            self.guards.update(children(process.pid))
            peaks = [max(pair) for pair in zip(peaks, now)] if now else peaks
            time.sleep(0.01)
        errors = process.stderr.read()
        process.stderr.close()
        if process.returncode not in codes:
            sys.exit("%s ended with %d: %s" % (name, process.returncode, errors))
        if peaks[0]:
            self.add_sample(name, peaks)

    def draw(self):
        with open(os.path.join(self.folder, "soak.yaml"), "w", encoding="utf-8") as file:
            file.write(CORPUS)
        self.run("draw", ["corpus", "render", "./soak.yaml", "-t", "2", "-o", "photos"], [0])
        self.series.clear()
        images = sorted(glob.glob(self.folder + "/photos/**/*.png", recursive=True))
        self.frames = [frame(grayscale(path)) for path in images]

    def read_stream(self):
        """Starts the reader of the stream, and a thread that feeds it 20 frames a second."""
        environment = dict(self.environment)
        if self.leak:
            library = os.path.join(self.folder, "moving.so")
            subprocess.run(
                ["cc", "-shared", "-fPIC", "-O1", "-o", library, HERE + "/ground/moving.c"], check=True)
            environment.update(LD_PRELOAD=library, MOVING_LEAK=str(self.leak))
        self.stream = subprocess.Popen(
            [self.harness, "scan", "--stream", "-", "--decoder", "zbar", "--decoder", "zxing",
             "--quiet"],
            env=environment, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)

        def feed():
            try:
                self.stream.stdin.write(b"YUV4MPEG2 W%d H%d F20:1 Cmono\n" % (WIDTH, HEIGHT))
                number = 0
                while time.monotonic() < self.end:
                    self.stream.stdin.write(self.frames[number // 40 % len(self.frames)])
                    number += 1
                    time.sleep(0.05)
                self.stream.stdin.close()
            except OSError:
                pass

        threading.Thread(target=feed, daemon=True).start()

    def serve_page(self):
        """Starts harness live, and a thread that sends it 5 frames a second, as its page does."""
        self.live = subprocess.Popen(
            [self.harness, "live", "--decoder", "zbar", "--decoder", "zxing"], env=self.environment,
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = re.search(r"http://[^/]+/\?token=\w+", self.live.stdout.readline())
        client, self.answers = Client(address[0]), 0

        def send():
            try:
                while time.monotonic() < self.end:
                    pixels = self.frames[self.answers // 10 % len(self.frames)][len(b"FRAME\n"):]
                    if not client.frame(self.answers, memoryview(pixels).cast("B", (HEIGHT, WIDTH))):
                        break
                    self.answers += 1
                    time.sleep(0.2)
            finally:
                self.live.send_signal(signal.SIGTERM)

        threading.Thread(target=send, daemon=True).start()

    def watch(self, name, process):
        while process.poll() is None and time.monotonic() < self.end:
            now = sample(process.pid)
            self.guards.update(children(process.pid))
            if now:
                self.add_sample(name, now)
            time.sleep(0.5)

    def left(self):
        """Counts what a round has left; the stream's and the page's own things are the same in each."""
        self.add("left: temporary files", "", sum(len(f) + len(d) for _, d, f in os.walk(self.temporary)))
        groups = glob.glob("/sys/fs/cgroup/**/harness-guard-*", recursive=True)
        self.add("left: control groups", "", sum(self.is_left(group) for group in groups))
        names = [open(path, encoding="utf-8", errors="replace").read()
                 for path in glob.glob("/proc/[0-9]*/environ") if self.is_ours(path)]
        self.add("left: processes", "", len(names))

    def is_left(self, group):
        """True for a control group of one of our guards that is gone: others may run harnesses here, too."""
        guard = group.rsplit("-", 1)[1]
        return int(guard) in self.guards and group not in self.older and not os.path.exists("/proc/" + guard) and os.path.exists(group)

    def is_ours(self, path):
        try:
            with open(path, "rb") as file:
                return self.temporary.encode() in file.read()
        except OSError:
            return False

    def loop(self):
        self.draw()
        self.read_stream()
        self.serve_page()
        lasting = {"stream": self.stream, "live": self.live}
        watchers = [threading.Thread(target=self.watch, args=item) for item in lasting.items()]
        for watcher in watchers:
            watcher.start()
        while time.monotonic() < self.end and all(one.poll() is None for one in lasting.values()):
            self.run("compare", [
                "compare", "--corpus", "./soak.yaml", "--decoder", "zbar", "--decoder", "zxing",
                "--jobs", "1", "--quiet", "-o", "r"], [0])
            shutil.rmtree(self.folder + "/r")
            self.run("scan", ["scan", "photos", "--decoder", "zbar", "--decoder", "zxing"], [0, 1])
            self.left()
            self.rounds += 1
            # It runs beside other work: nothing is measured that speed would change.
            time.sleep(1)
        if time.monotonic() < self.end:
            for name, process in lasting.items():
                if process.poll() is not None:
                    print("%s ended with %d before its time" % (name, process.returncode))
            return False
        for watcher in watchers:
            watcher.join()
        return all([self.ends(name, process) for name, process in lasting.items()])

    def ends(self, name, process):
        """True if what was used for the whole time ends well with it."""
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            print("%s did not end with its input" % name)
            process.kill()
            return False
        # A stream in which something was not read ends with 1.
        good = (0, 1) if name == "stream" else (0,)
        if process.returncode not in good:
            print("%s ended with %d" % (name, process.returncode))
        return process.returncode in good

    def judge(self):
        """Prints all slopes; False if one is above zero, or a series is missing."""
        print("%d rounds, %d frames of a page; slopes with 99.5 %% intervals:" % (self.rounds, self.answers))
        missing = [name for name in ("stream", "live", "compare", "scan") if name + ": memory" not in self.series]
        for name in missing:
            print("  nothing was sampled of " + name)
        if not self.guards:
            # Then no control group that is left could be told from those of others.
            print("  no guard was seen: /proc/PID/task/TID/children is missing")
        return all([series.judge() for series in self.series.values()]) and not missing and bool(self.guards)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("harness")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--leak", type=int, default=0, help="bytes, planted in the stream's reader")
    soak = Soak(parser.parse_args())
    try:
        lasted = soak.loop()
        sys.exit(0 if soak.judge() and lasted else 1)
    finally:
        for one in (getattr(soak, "stream", None), getattr(soak, "live", None)):
            if one and one.poll() is None:
                one.kill()
        shutil.rmtree(soak.folder, ignore_errors=True)


if __name__ == "__main__":
    main()
