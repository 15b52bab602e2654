#!/usr/bin/env python3
"""Moves the ground under comparisons, and shows that their tables stay the same or the fault is named.

Clocks that are set by hours and by a leap second while a run is written, a monotonic clock that jumps as after
a suspended night, time zones in lists of runs, a disk that becomes read-only, locks that do not hold, two
harnesses on one store, the kernel's out-of-memory killer, and harness, guard and worker stopped for longer than
a decode may take; a disk behind a server that answers late, fails for a time, or grants every lock. What this
machine has not (root, a C compiler, control groups, libfuse3-dev) is left out and said, and with --complete a
fault. Exit code 0 if all holds, 1 if not.
"""

import argparse
import datetime
import glob
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

from durability import Durability

HERE = os.path.dirname(os.path.abspath(__file__))
HOUR = 3600
# Clocks in Berlin went from two to three at this second, and those in New York had done so weeks before.
SUMMER_TIME = 1774746000


class Ground(Durability):
    def __init__(self, options):
        super().__init__(options)
        self.is_complete = options.complete
        self.library = os.path.join(self.folder, "moving.so")
        self.clock = os.path.join(self.folder, "clock")
        words = ["cc", "-shared", "-fPIC", "-O1", "-o", self.library, HERE + "/ground/moving.c"]
        self.moves = shutil.which("cc") is not None and subprocess.run(words, check=False).returncode == 0

    def leave_out(self, what, reason):
        print("left out: %s: %s" % (what, reason), flush=True)
        self.expect(not self.is_complete, what + " was left out")

    def begin(self, name, more=(), **variables):
        output = os.path.join(self.folder, name)
        return output, subprocess.Popen(
            self.command(output) + list(more), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env=dict(os.environ, **variables))

    def expect_whole(self, name, output, process, errors, but=()):
        """The run ended well and its table is that of an undisturbed one, but for some columns of its rows."""
        self.expect(process.returncode == 0, "%s: exit %d: %s" % (name, process.returncode, errors))
        if process.returncode != 0:
            return
        table, rows = self.result(output)
        others = [
            (one["sample"], key, other[key], one[key])
            for one, other in zip(rows, self.whole[1]) for key in one
            if one[key] != other[key] and key not in but]
        self.expect(
            (table == self.whole[0] or but) and len(rows) == len(self.whole[1]) and not others,
            "%s: another table: %s" % (name, others[:3]))
        print("%s: ended, %d of %d rows are others" % (name, len(others), len(rows)), flush=True)

    def verdicts_so_far(self, output):
        """The verdicts in a store that is being written."""
        for _ in range(20):
            try:
                return self.verdicts(output)
            except sqlite3.DatabaseError:
                # Its files were copied one after the other, and are not of one moment.
                time.sleep(0.05)
        return self.verdicts(output)

    def wait_for_verdicts(self, output, process, least=100):
        while process.poll() is None and len(self.verdicts_so_far(output)) < least:
            time.sleep(0.05)

    def moving_clock(self, name, shifts, **variables):
        """A run under a clock that is set every tenth of a second: seconds of the day, and monotonic ones."""
        if not self.moves:
            return self.leave_out(name, "there is no C compiler")
        def move(shift):
            with open(self.clock + ".new", "w", encoding="ascii") as file:
                file.write("%d %d" % shift)
            os.rename(self.clock + ".new", self.clock)
        move(shifts[0])
        output, process = self.begin(name, LD_PRELOAD=self.library, MOVING_CLOCK=self.clock, **variables)
        steps, start = 0, time.time()
        while process.poll() is None:
            move(shifts[min(steps, len(shifts) - 1)] if name == "jump" else shifts[steps % len(shifts)])
            steps += 1
            time.sleep(0.1)
        self.expect_whole(name, output, process, process.communicate()[1])
        if process.returncode == 0:
            moved = shifts[:steps]
            self.expect_moved(name, output, [start + day for day, _ in moved], max(steady for _, steady in moved))
            self.zones(name, output)

    def expect_moved(self, name, output, starts, steady):
        """The run tells the times of the moved clocks: they were those that it had."""
        with open(os.path.join(output, "scores.json"), encoding="utf-8") as file:
            table = json.load(file)
        told = datetime.datetime.fromisoformat(table["provenance"]["startedAt"].replace("Z", "+00:00"))
        self.expect(
            any(abs(told.timestamp() - start) < 60 for start in starts), "%s: the clock was not moved: %s" % (name, told))
        self.expect(
            steady == 0 or table["outcome"]["wallSeconds"] > HOUR, "%s: the steady clock was not moved" % name)

    def zones(self, name, output):
        """Lists and histories are the same in every zone."""
        for words in [["runs", "list", output], ["runs", "history", output, "--json"]]:
            texts = set()
            for zone in ["UTC", "Europe/Berlin", "Pacific/Apia", "America/St_Johns", "Asia/Kathmandu"]:
                ended = subprocess.run(
                    [self.harness] + words, capture_output=True, text=True, check=False,
                    env=dict(os.environ, TZ=zone))
                self.expect(ended.returncode == 0 and ended.stdout, "%s: %s: %s" % (name, zone, ended.stderr))
                texts.add(ended.stdout)
            self.expect(len(texts) == 1, "%s: the zone of the reader changes runs %s" % (name, words[1]))

    def read_only(self):
        if os.geteuid() != 0:
            return self.leave_out("read-only", "mounting takes root")
        disk = os.path.join(self.folder, "disk-ro")
        os.mkdir(disk)
        if not self.mount(disk, "size=100m"):
            return self.leave_out("read-only", "nothing can be mounted here")
        output, process = self.begin("disk-ro/r")
        self.wait_for_verdicts(output, process)
        # A file that is open for writing keeps its disk writable: the folder alone is made so.
        before = self.verdicts_so_far(output)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=False, stderr=subprocess.DEVNULL)
        if os.access(disk, os.W_OK):
            subprocess.run(["mount", "--bind", output, output], check=True)
            subprocess.run(["mount", "-o", "remount,bind,ro", output], check=True)
        errors = process.communicate()[1]
        self.expect(process.returncode == 2, "read-only: exit %d" % process.returncode)
        self.expect("read-only" in errors or "cannot be written" in errors, "read-only: " + errors)
        self.expect_kept(before, self.verdicts(output), "read-only")
        subprocess.run(["umount", output], check=False, stderr=subprocess.DEVNULL)
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
        _, process = self.begin("disk-ro/r")
        self.expect_whole("read-only and back", output, process, process.communicate()[1])
        subprocess.run(["umount", disk], check=False)

    def lying_locks(self):
        if not self.moves:
            return self.leave_out("locks", "there is no C compiler")
        _, process = self.begin("locks", LD_PRELOAD=self.library, MOVING_LOCKS="1")
        errors = process.communicate()[1]
        self.expect(
            process.returncode == 2 and "grants every lock" in errors,
            "locks: exit %d: %s" % (process.returncode, errors))
        print("locks that do not hold: refused at the start", flush=True)

    def served(self, name, late, *more):
        """Mounts a folder behind a server that answers so many milliseconds late; None where that cannot be."""
        server = os.path.join(self.folder, "remote")
        flags = subprocess.run(
            "pkg-config --cflags --libs fuse3", shell=True, capture_output=True, text=True, check=False)
        words = ["cc", "-O1", "-o", server, HERE + "/ground/remote.c"] + flags.stdout.split()
        if os.geteuid() != 0 or flags.returncode != 0 or not os.path.exists("/dev/fuse") or not self.moves:
            return self.leave_out(name, "it takes root, /dev/fuse, a C compiler and libfuse3-dev")
        if not os.path.exists(server):
            subprocess.run(words, check=True)
        disk = os.path.join(self.folder, "disk-" + name)
        os.mkdir(disk)
        os.mkdir(disk + ".own")
        subprocess.Popen([server, disk + ".own", disk, str(late), *more])
        for _ in range(50):
            if os.path.ismount(disk):
                return disk
            time.sleep(0.1)
        return self.leave_out(name, "nothing can be mounted here")

    def remote_disks(self):
        disk = self.served("late", 3)
        if disk is None:
            return
        output, process = self.begin("disk-late/r")
        self.expect_whole("a disk that answers late", output, process, process.communicate()[1])
        shutil.rmtree(output)
        output, process = self.begin("disk-late/r")
        self.wait_for_verdicts(output, process)
        before = self.verdicts_so_far(output)
        open(disk + ".own.fails", "w", encoding="ascii").close()
        errors = process.communicate()[1]
        os.remove(disk + ".own.fails")
        self.expect(process.returncode == 2, "a disk that fails: exit %d" % process.returncode)
        self.expect("the disk reports a fault" in errors, "a disk that fails: " + errors)
        self.expect_kept(before, self.verdicts(output), "a disk that fails")
        _, process = self.begin("disk-late/r")
        self.expect_whole("a disk that failed, and works again", output, process, process.communicate()[1])
        subprocess.run(["umount", disk], check=False)
        disk = self.served("grants", 0, "locks")
        _, process = self.begin("disk-grants/r")
        errors = process.communicate()[1]
        self.expect(
            process.returncode == 2 and "grants every lock" in errors,
            "a disk that grants every lock: exit %d: %s" % (process.returncode, errors))
        print("a disk that grants every lock: refused at the start", flush=True)
        subprocess.run(["umount", disk], check=False)

    def two_at_once(self):
        output, first = self.begin("two")
        _, second = self.begin("two")
        said = [one.communicate()[1] for one in (first, second)]
        self.expect(
            [first.returncode, second.returncode] == [0, 0], "two at once: %s" % " ".join(said))
        rows = self.verdicts(output)
        self.expect(len(rows) == len(self.whole[1]), "two at once: %d verdicts" % len(rows))
        check = subprocess.run([self.harness, "runs", "store", "check", output], capture_output=True, check=False)
        self.expect(check.returncode == 0, "two at once: the store is not sound")
        _, process = self.begin("two")
        self.expect_whole("two harnesses on one store", output, process, process.communicate()[1])

    def memory_group(self, megabytes):
        """Makes a control group with a bound on memory; None where that cannot be."""
        for line in open("/proc/self/cgroup", encoding="ascii"):
            _, kinds, place = line.strip().split(":", 2)
            root, limit = {"memory": ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
                           "": ("/sys/fs/cgroup", "memory.max")}.get(kinds, (None, None))
            if root is None or not os.path.exists("%s%s/%s" % (root, place, limit if kinds else "cgroup.procs")):
                continue
            group = "%s%s/ground-%d" % (root, place, os.getpid())
            try:
                os.mkdir(group)
                with open("%s/%s" % (group, limit), "w", encoding="ascii") as file:
                    file.write(str(megabytes << 20))
                return group
            except OSError:
                if os.path.isdir(group):
                    os.rmdir(group)
        return None

    def out_of_memory(self):
        group = self.memory_group(200)
        if group is None:
            return self.leave_out("out of memory", "no control group with a bound can be made")
        output = os.path.join(self.folder, "memory")
        codes, before, true = [], {}, self.verdicts(os.path.join(self.folder, "whole"))
        for megabytes in [24, 32, 40, 48, 64, 80, 28, 36, 44, 56]:
            for name in ("memory.limit_in_bytes", "memory.max"):
                if os.path.exists(group + "/" + name):
                    with open(group + "/" + name, "w", encoding="ascii") as file:
                        file.write(str(megabytes << 20))
            process = subprocess.Popen(
                self.command(output), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                preexec_fn=lambda: open(group + "/cgroup.procs", "w", encoding="ascii").write("0"))
            process.communicate()
            codes.append(process.returncode)
            after = self.verdicts(output)
            self.expect_kept(before, after, "out of memory")
            before = after
        # A worker that is killed twice at one image has crashed; nothing else may come of it.
        others = [verdict for key, verdict in before.items() if verdict != true[key]]
        self.expect(set(others) <= {"crash"}, "out of memory: false verdicts: %s" % set(others))
        kills = sum(
            int(line.split()[1]) for name in ("memory.oom_control", "memory.events")
            if os.path.exists(group + "/" + name)
            for line in open(group + "/" + name, encoding="ascii") if line.startswith("oom_kill "))
        print("out of memory: exits %s, %d kills, %d verdicts kept, %d of them crashes" % (
            codes, kills, len(before), len(others)), flush=True)
        self.expect(kills > 0, "out of memory: nothing was killed")
        self.expect(set(codes) <= {0, 2, -signal.SIGKILL}, "out of memory: exits %s" % codes)
        for _ in range(50):
            try:
                os.rmdir(group)
                break
            except OSError:
                time.sleep(0.1)
        # Crashes are results, and are not decoded again by themselves.
        output, process = self.begin("memory", ["--fresh"] if others else [])
        self.expect_whole("after the memory killer", output, process, process.communicate()[1])

    def children(self, process, name):
        found = []
        for path in glob.glob("/proc/[0-9]*/stat"):
            try:
                text = open(path, encoding="utf-8", errors="replace").read()
            except OSError:
                continue
            own, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
            if int(rest[1]) == process and own.startswith(name):
                found.append(int(text.split()[0]))
        return found

    def stopped(self, who, seconds):
        """Stops a process of a run for a time, and lets it go on."""
        output, process = self.begin("stopped-" + who)
        self.wait_for_verdicts(output, process)
        guards = self.children(process.pid, "harness-guard")
        workers = [one for guard in guards for one in self.children(guard, "harness-decoder")]
        victims = {"harness": [process.pid], "guard": guards, "worker": workers[:1]}[who]
        self.expect(bool(victims), "stopped %s: there is none" % who)
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for victim in victims:
                try:
                    os.kill(victim, number)
                except ProcessLookupError:
                    pass
            if number == signal.SIGSTOP:
                time.sleep(seconds)
        # A worker that is stopped for longer than a decode may take is ended, and its image decoded again.
        self.expect_whole(
            "%s stopped for %d s" % (who, seconds), output, process, process.communicate()[1],
            ["was_retried"] if who == "worker" else [])
        left = [one for one in guards + workers if os.path.exists("/proc/%d" % one)]
        self.expect(not left, "stopped %s: %d processes are left" % (who, len(left)))
        groups = [path for one in guards
                  for path in glob.glob("/sys/fs/cgroup/**/harness-guard-%d" % one, recursive=True)]
        self.expect(not groups, "stopped %s: control groups are left" % who)

    def run(self):
        self.undisturbed()
        self.moving_clock("hours", [(5 * HOUR, 0), (-7 * HOUR, 0), (2 * HOUR, 0), (100 * HOUR, 0)])
        self.moving_clock("leap", [(0, 0), (1, 0), (0, 0), (-1, 0)])
        self.moving_clock(
            "summer", [(SUMMER_TIME - int(time.time()) + side, 0) for side in (-2, 2)], TZ="Europe/Berlin")
        self.moving_clock("jump", [(9 * HOUR * max(step - 10, 0),) * 2 for step in range(1000)])
        self.read_only()
        self.lying_locks()
        self.remote_disks()
        self.two_at_once()
        self.out_of_memory()
        for who in ["harness", "guard", "worker"]:
            self.stopped(who, 7)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("harness")
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--complete", action="store_true", help="what is left out is a fault")
    parser.set_defaults(seed=random.randrange(1 << 32), minutes=30)
    ground = Ground(parser.parse_args())
    try:
        ground.run()
    finally:
        subprocess.run(
            "umount %s/disk*/r %s/disk* 2>/dev/null; true" % (ground.folder, ground.folder), shell=True,
            check=False)
        shutil.rmtree(ground.folder, ignore_errors=True)
    print("no fault" if not ground.faults else "%d faults" % len(ground.faults), flush=True)
    sys.exit(1 if ground.faults else 0)


if __name__ == "__main__":
    main()
