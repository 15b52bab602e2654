#!/usr/bin/env python3
"""Asks `harness explain` about the images of plant.py, and counts how often the planted fault comes first.

    score.py HARNESS FOLDER [--decoder zbar ...]

Of images that some decoder reads as they are, nothing is counted. For folders without faults (halves, empty) it
counts the images in which a cure is claimed, which should be none. Prints seconds per image, too, by the clock and
of the processors.
"""

import argparse
import json
import pathlib
import resource
import subprocess
import sys
import time


def explain(harness, image, decoders):
    asked = [harness, "explain", str(image), "--format", "json"]
    for name in decoders:
        asked += ["--decoder", name]
    start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(asked, capture_output=True, text=True)
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    processors = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (json.loads(run.stdout) if run.stdout else None), run.returncode, seconds, processors


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("harness")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--decoder", nargs="*", default=["zbar", "zxing", "dmtx"])
    parser.add_argument("--least", type=int, default=0, help="exit code 1 if fewer planted faults come first")
    parser.add_argument("--no-cure", action="store_true", help="exit code 1 if a cure is claimed")
    asked = parser.parse_args()
    slowest, right, counted, cures = 0, 0, 0, 0
    for kind in sorted(p for p in asked.folder.iterdir() if p.is_dir()):
        for image in sorted(kind.glob("*.png")):
            found, status, seconds, processors = explain(asked.harness, image, asked.decoder)
            faults = [f["fault"] for f in found["findings"]] if found else []
            backed = [s for f in (found["findings"] if found else []) for s in f["successes"]]
            note = "read as it is" if found and found["unchanged"] else ", ".join(faults) or "nothing"
            print(f"{kind.name}/{image.name}: {note} (status {status}, {seconds:.1f} s, {processors:.1f} s of processors)", flush=True)
            slowest = max(slowest, seconds)
            if found and not found["unchanged"]:
                counted += 1
                right += faults[:1] == [kind.name]
                cures += bool(backed)
    print(f"{right} of {counted} planted faults come first; cures in {cures}; slowest {slowest:.1f} s")
    return 1 if right < asked.least or (asked.no_cure and cures) else 0


if __name__ == "__main__":
    sys.exit(main())
