"""Decoder plugin over any command-line reader that a manifest describes under `settings`."""
import base64
import binascii
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../SDK/python"))
import harness_decoder  # noqa: E402 — found through the line above
from harness_decoder import Failure, Reading, Unavailable  # noqa: E402

KEYS = ["name", "library", "summary", "command", "version", "version-pattern", "symbologies",
        "image", "output", "pattern", "names", "nothing-found", "install"]


class Command(harness_decoder.Decoder):
    """A program that is started for each image: too slow to take part where nobody asked for it."""
    opt_in = True

    @classmethod
    def describe(cls, settings):
        """Reads the manifest's settings; raises Unavailable with the reason if they are wrong."""
        need(settings, KEYS, required=["name", "library", "command", "symbologies"])
        cls.settings = settings
        cls.name = settings["name"]
        cls.library = settings["library"]
        cls.summary = settings.get("summary", "A command-line reader.")
        cls.symbologies = settings["symbologies"]
        cls.install = settings.get("install", "")
        cls.parse = Parser(settings)
        cls.image_format = settings.get("image", "png")
        if cls.image_format not in ("png", "pgm"):
            raise Unavailable(f'"image" is {cls.image_format}; it is png or pgm')

    @classmethod
    def load(cls):
        cls.describe(harness_decoder.settings())
        program = cls.settings["command"][0]
        cls.program = shutil.which(program)
        if cls.program is None:
            hint = f"; install it with: {cls.install}" if cls.install else ""
            raise Unavailable(f"the program {program} is not there{hint}")
        version = cls.settings.get("version")
        if not isinstance(version, list):
            return version or "unknown"
        told = subprocess.run(version, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=5, check=False).stdout
        found = re.search(cls.settings.get("version-pattern", r"[0-9]+(\.[0-9]+)+"),
                          told.decode(errors="replace"))
        return found.group() if found else "unknown"

    def cpu_clock(self):
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.thread_time_ns() + int((children.ru_utime + children.ru_stime) * 1e9)

    def decode(self, image, hints):
        image.require_pixels()
        data = image.png() if self.image_format == "png" else image.pgm()
        # A new folder for each image, which other users cannot read.
        with tempfile.TemporaryDirectory(prefix="harness-command-") as folder:
            path = os.path.join(folder, "image." + self.image_format)
            with open(path, "wb") as file:
                file.write(data)
            words = [word.replace("{image}", path) for word in self.settings["command"][1:]]
            done = subprocess.run([self.program, *words], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        return self.readings(done)[:hints.maximum_count]

    def readings(self, done):
        if done.returncode < 0:
            # The plugin dies of the same signal, so that the host counts a crash of this decoder.
            sys.stderr.write(tail(done.stderr))
            sys.stderr.flush()
            signal.signal(-done.returncode, signal.SIG_DFL)
            os.kill(os.getpid(), -done.returncode)
        if done.returncode in self.settings.get("nothing-found", []):
            return []
        if done.returncode != 0:
            raise Failure(f"{self.settings['command'][0]} exited with code {done.returncode}: "
                          + (tail(done.stderr) or "it said nothing"))
        return self.parse(done.stdout)


class Parser:
    """The rule by which a program's output becomes readings."""

    def __init__(self, settings):
        self.rule = settings.get("output", "raw")
        self.names = settings.get("names", {})
        symbologies = settings["symbologies"]
        # The output of a reader of one symbology need not name it.
        self.only = symbologies[0] if len(symbologies) == 1 else None
        rules = {"raw": self.raw, "lines": self.lines, "hex": self.hex, "regex": self.regex}
        if self.rule not in rules:
            raise Unavailable(f'"output" is {self.rule}; it is one of {", ".join(rules)}')
        self.read = rules[self.rule]
        if self.rule == "regex":
            try:
                self.pattern = re.compile(settings.get("pattern", "").encode(),
                                          re.DOTALL | re.MULTILINE)
            except re.error as wrong:
                raise Unavailable(f'"pattern" is no regular expression: {wrong}') from None
            if not {"text", "base64", "hex"} & set(self.pattern.groupindex):
                raise Unavailable('"pattern" has none of the groups text, base64 and hex')

    def __call__(self, output):
        return self.read(output)

    def raw(self, output):
        return [Reading(output, self.only)] if output else []

    def lines(self, output):
        return [Reading(line, self.only) for line in output.splitlines() if line]

    def hex(self, output):
        return [Reading(unpack(bytes.fromhex, line.decode("ascii", "replace")), self.only)
                for line in output.splitlines() if line.strip()]

    def regex(self, output):
        return [self.reading(match.groupdict()) for match in self.pattern.finditer(output)]

    def reading(self, groups):
        said = groups.get("symbology")
        symbology = self.only
        if said is not None:
            said = said.decode(errors="replace")
            symbology = self.names.get(said, said)
        if groups.get("base64") is not None:
            data = unpack(base64.b64decode, b"".join(groups["base64"].split()))
        elif groups.get("hex") is not None:
            data = unpack(bytes.fromhex, groups["hex"].decode("ascii", "replace"))
        else:
            data = groups.get("text") or b""
        return Reading(data, symbology)


def unpack(decode, packed):
    """Decodes bytes from text; raises Failure if the text is not what the manifest says."""
    try:
        return decode(packed)
    except (ValueError, binascii.Error) as wrong:
        raise Failure(f"the output is not what the manifest says: {wrong}") from None


def need(settings, known, required):
    """Refuses settings with an unknown key or without a required one."""
    for key in settings:
        if key not in known:
            raise Unavailable(f'the manifest\'s settings have an unknown key "{key}"; '
                              f'known are {", ".join(known)}')
    for key in required:
        if not settings.get(key):
            raise Unavailable(f'the manifest\'s settings have no "{key}"')


def tail(output):
    """The last 500 characters of a program's output, on one line."""
    return " ".join(output.decode(errors="replace").split())[-500:]


if __name__ == "__main__":
    harness_decoder.main(Command)
