#!/usr/bin/env python3
"""Shows that no verdict is lost, by killing comparisons and filling disks at random moments.

A small comparison is killed with SIGKILL again and again and carried on each time, until it is done,
and then begun anew; and comparisons are made on disks (as root, else under a limit on the size of
files) that are too small, enlarged step by step. After each blow, every verdict that was in the store
before must still be there; at the end, the score table and all verdicts must be those of a comparison
that nobody disturbed. Exit code 0 if so, 1 if not.
"""

import argparse
import csv
import io
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

CORPUS = """\
format: 1
name: durable
version: 1
title: Durable
question: Is anything lost?
seed: 20
symbols:
  - {name: v1, symbology: qr-code, version: 1, ecc: M, payload: {kind: digits, length: 10}}
conditions:
  - {name: upright, rotation: 0}
  - {name: turned, rotation: 30}
sweep: {axis: module-size, harder: smaller, levels: [1, 1.37, 2, 3]}
trials: %d
"""

# What depends on the clock, and on how often a run was carried on.
TIMES = {"latency", "provenance", "outcome", "speed", "cost", "reused", "latencies"}
TRUE_TEXTS = ("disk is full", "limit on the size of files")


def without_times(value):
    if isinstance(value, dict):
        return {
            key: without_times(item)
            for key, item in value.items()
            if key not in TIMES and "atency" not in key
        }
    return [without_times(item) for item in value] if isinstance(value, list) else value


class Durability:
    def __init__(self, options):
        self.harness = os.path.abspath(options.harness)
        self.random = random.Random(options.seed)
        self.end = time.monotonic() + 60 * options.minutes
        self.folder = tempfile.mkdtemp(prefix="durability-")
        self.corpus = os.path.join(self.folder, "durable.yaml")
        with open(self.corpus, "w", encoding="utf-8") as file:
            file.write(CORPUS % options.trials)
        self.faults = []
        self.trials = options.trials

    def command(self, output):
        return [
            self.harness, "compare", "--corpus", self.corpus, "--decoder", "zxing", "--decoder",
            "zbar", "--jobs", "1", "--quiet", "--output", output,
        ]

    def start(self, output, file_size=None):
        def limit():
            if file_size is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, resource.RLIM_INFINITY))

        return subprocess.Popen(
            self.command(output), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            preexec_fn=limit)

    def verdicts(self, output):
        """The verdicts in a store, by decoder, cell and trial."""
        path = os.path.join(output, "observations.sqlite")
        if not os.path.exists(path) or os.path.getsize(path) == 0:
            return {}
        # A copy: on a full disk there is no room for what SQLite needs beside it.
        copy = os.path.join(self.folder, "copy.sqlite")
        for ending in ["", "-wal", "-shm", "-journal"]:
            if os.path.exists(copy + ending):
                os.unlink(copy + ending)
            if ending != "-shm" and os.path.exists(path + ending):
                shutil.copyfile(path + ending, copy + ending)
        store = sqlite3.connect(copy)
        try:
            rows = store.execute(
                "SELECT fingerprint, hash, trial, verdict FROM observation"
                " JOIN cell ON cell.id = observation.cell JOIN decoder ON decoder.id = decoder")
            return {row[:3]: row[3] for row in rows}
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                return {}
            raise
        finally:
            store.close()

    def result(self, output):
        """The table and all verdicts of a finished comparison, without times."""
        with open(os.path.join(output, "scores.json"), encoding="utf-8") as file:
            table = without_times(json.load(file))
        text = subprocess.run(
            [self.harness, "runs", "export", output], check=True, capture_output=True, text=True).stdout
        rows = [
            {key: field for key, field in row.items() if not key.endswith("_ns")}
            for row in csv.DictReader(io.StringIO(text))
        ]
        return table, rows

    def expect(self, holds, what):
        if not holds:
            self.faults.append(what)
            print("FAULT: " + what, flush=True)

    def expect_kept(self, before, after, what):
        lost = [key for key, verdict in before.items() if after.get(key) != verdict]
        self.expect(not lost, "%s: %d verdicts are gone or others" % (what, len(lost)))

    def undisturbed(self):
        output = os.path.join(self.folder, "whole")
        start = time.monotonic()
        process = self.start(output)
        errors = process.communicate()[1]
        if process.returncode != 0:
            sys.exit("the undisturbed comparison failed: " + errors)
        self.seconds = time.monotonic() - start
        self.whole = self.result(output)
        # Otherwise nothing could ever be missed in a store.
        seen = len(self.verdicts(output))
        self.expect(seen == len(self.whole[1]) > 0, "%d of %d verdicts are seen" % (seen, len(self.whole[1])))
        print("undisturbed: %d verdicts in %.1f s" % (len(self.whole[1]), self.seconds), flush=True)

    def is_written(self, output, since):
        """True once a process that was started then has written to its store."""
        try:
            return os.stat(os.path.join(output, "observations.sqlite-wal")).st_mtime_ns > since
        except OSError:
            return False

    def wait_to_kill(self, process, output, since):
        """Waits for a moment to kill at: one in twenty at a start, the others while the store is written."""
        if self.random.random() < 0.05:
            process.wait(self.random.random() * 0.2)
        while not self.is_written(output, since) and process.poll() is None:
            time.sleep(0.005)
        process.wait(self.random.random() ** 2 * 2)

    def kill(self, count):
        kills, rounds, working, in_decoding, oldest = 0, 0, 0, 0, 0.0
        output = os.path.join(self.folder, "killed")
        before = {}
        while kills < count and time.monotonic() < self.end:
            since = time.time_ns()
            process = self.start(output)
            # Often past the first batch, which is written after a second.
            try:
                self.wait_to_kill(process, output, since)
            except subprocess.TimeoutExpired:
                is_working = self.is_written(output, since)
                process.send_signal(signal.SIGKILL)
                process.wait()
            if process.returncode == -signal.SIGKILL:
                kills += 1
                working += is_working
                after = self.verdicts(output)
                self.expect_kept(before, after, "kill %d" % kills)
                if len(after) > len(before):
                    in_decoding += 1
                    log = os.path.join(output, "observations.sqlite-wal")
                    # One that was killed while it ended may have taken its log over.
                    if os.path.exists(log):
                        oldest = max(oldest, time.time() - os.path.getmtime(log))
                before = after
                process.stderr.close()
                if kills % 100 == 0:
                    print("%d kills, %d comparisons done" % (kills, rounds), flush=True)
                continue
            errors = process.stderr.read()
            self.expect(process.returncode == 0, "after kill %d: %s" % (kills, errors))
            self.expect(self.result(output) == self.whole, "after kill %d: another table" % kills)
            rounds += 1
            before = {}
            shutil.rmtree(output)
        if os.path.exists(output):
            process = self.start(output)
            errors = process.communicate()[1]
            self.expect(process.returncode == 0, "at the end: " + errors)
            self.expect(self.result(output) == self.whole, "at the end: another table")
            rounds += 1
        self.expect(kills == count, "%d of %d kills in the time" % (kills, count))
        self.expect(working >= 0.9 * kills, "only %d of %d kills met a store in work" % (working, kills))
        self.expect(
            in_decoding >= 0.1 * kills, "only %d of %d kills came after a batch" % (in_decoding, kills))
        print(
            "%d kills, %d of them (%.1f %%) of a store in work and %d after a batch of that process, in %d "
            "comparisons; the last batch was at most %.1f s old"
            % (kills, working, 100 * working / max(kills, 1), in_decoding, rounds, oldest), flush=True)

    def fill(self, count):
        # What they leave of the time is for the kills.
        end = (time.monotonic() + self.end) / 2
        full, done = 0, 0
        mounts = os.geteuid() == 0
        for number in range(1, count + 1):
            if time.monotonic() > end:
                break
            disk = os.path.join(self.folder, "disk%d" % number)
            output = os.path.join(disk, "r")
            os.mkdir(disk)
            size = self.random.randrange(4, 400)
            if mounts:
                mounts = self.mount(disk, "size=%dk" % size)
            before = {}
            while True:
                process = self.start(output, None if mounts else 1024 * size)
                errors = process.communicate()[1]
                if process.returncode == 0:
                    break
                full += 1
                what = "disk %d of %d KB" % (number, size)
                self.expect(process.returncode == 2, "%s: exit %d" % (what, process.returncode))
                self.expect(any(text in errors for text in TRUE_TEXTS), what + ": " + errors)
                if process.returncode != 2:
                    break
                after = self.verdicts(output)
                self.expect_kept(before, after, what)
                before = after
                size += self.random.randrange(4, 400)
                if mounts:
                    self.mount(disk, "remount,size=%dk" % size)
                if size > 1 << 20:
                    self.expect(False, what + ": it is never enough")
                    break
            self.expect(
                process.returncode == 0 and self.result(output) == self.whole, "disk %d: another table" % number)
            done += 1
            if mounts:
                subprocess.run(["umount", disk], check=True)
        kind = "disks" if mounts else "limits on files"
        self.expect(done == count, "%d of %d %s in the time" % (done, count, kind))
        self.expect(full >= done, "%d %s were full only %d times" % (done, kind, full))
        print("%d %s, full %d times" % (done, kind, full), flush=True)

    def mount(self, folder, options):
        return subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("harness")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--disks", type=int, default=20)
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument(
        "--minutes", type=float, default=30, help="the time limit; a half at most for the disks, the rest for kills")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print("seed %d" % options.seed, flush=True)
    durability = Durability(options)
    try:
        durability.undisturbed()
        durability.fill(options.disks)
        durability.kill(options.kills)
    finally:
        subprocess.run(
            "umount %s/disk* 2>/dev/null; true" % durability.folder, shell=True, check=False)
        shutil.rmtree(durability.folder, ignore_errors=True)
    print("no fault" if not durability.faults else "%d faults" % len(durability.faults), flush=True)
    sys.exit(1 if durability.faults else 0)


if __name__ == "__main__":
    main()
