"""Turns a Python barcode reader into a decoder plugin for barcode-harness.

One file without dependencies, for Python 3.9 and later; copy it beside your plugin. A whole plugin:

    import harness_decoder
    from harness_decoder import Reading

    class Toy(harness_decoder.Decoder):
        name = "toy"
        library = "toylib"
        symbologies = ["qr-code"]
        install = "pip install toylib"

        @classmethod
        def load(cls):
            global toylib
            import toylib
            return toylib.__version__

        def decode(self, image, hints):
            return [Reading(found.data, "qr-code") for found in toylib.scan(image.array())]

    if __name__ == "__main__":
        harness_decoder.main(Toy)

The messages are described in the harness's docs/plugin-protocol.md; this file speaks version 1.2.
"""
import base64
import difflib
import faulthandler
import json
import math
import os
import re
import select
import signal
import struct
import sys
import threading
import time
import traceback
import zlib

__all__ = ["Decoder", "Failure", "Hints", "Image", "Option", "Profile", "Reading", "Unavailable",
           "choice", "flag", "integer", "main", "settings"]

PROTOCOL_VERSION = 1
# Requests are read one after the other: any number of them may wait.
REQUESTS_AHEAD = 64
MAXIMUM_HEADER_LENGTH = 1 << 20
MAXIMUM_PAYLOAD_LENGTH = 1 << 28


class Unavailable(Exception):
    """Says that the library cannot be used here, and why: not installed, no licence, no device."""


class Failure(Exception):
    """Says in one sentence that the library failed on this image; the next image may work."""


class Image:
    """An 8-bit luminance image: 0 is black, 255 is white, rows run from the top down.

    The bytes are this image's own and writable: a library may overwrite them.
    """

    __slots__ = ("width", "height", "row_stride", "pixels")

    def __init__(self, width, height, row_stride, pixels):
        if width < 0 or height < 0 or row_stride < width:
            raise Failure(f"an image cannot be {width} × {height} pixels with rows of "
                          f"{row_stride} bytes")
        needed = row_stride * (height - 1) + width if width and height else 0
        if len(pixels) < needed:
            raise Failure(f"the image needs {needed} bytes and has {len(pixels)}")
        #: Columns, in pixels; 0 or more.
        self.width = width
        #: Rows, in pixels; 0 or more.
        self.height = height
        #: Bytes from the start of one row to the start of the next; `width` or more.
        self.row_stride = row_stride
        #: A memoryview of the bytes; the last row may end after `width` of them.
        self.pixels = memoryview(pixels)

    @property
    def is_empty(self):
        """True if the image has no pixels."""
        return self.width == 0 or self.height == 0

    def require_pixels(self):
        """Fails for an image without pixels: for libraries that cannot take one."""
        if self.is_empty:
            raise Failure(f"an image of {self.width} × {self.height} pixels has nothing to read")

    def packed(self):
        """The bytes without padding between rows, as a memoryview; a copy only if there is some."""
        if self.is_empty:
            return memoryview(b"")
        if self.row_stride == self.width:
            return self.pixels[:self.width * self.height]
        rows = bytearray(self.width * self.height)
        for y in range(self.height):
            start = y * self.row_stride
            rows[y * self.width:(y + 1) * self.width] = self.pixels[start:start + self.width]
        return memoryview(rows)

    def pgm(self):
        """The image as a PGM file's bytes, for readers that want a file."""
        return b"P5 %d %d 255\n" % (self.width, self.height) + self.packed()

    def png(self):
        """The image as a PNG file's bytes, quickly rather than tightly packed."""
        rows = bytearray((self.width + 1) * self.height)
        for y in range(self.height):
            start = y * self.row_stride
            at = y * (self.width + 1) + 1
            rows[at:at + self.width] = self.pixels[start:start + self.width]
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 0, 0, 0, 0)
        chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b"")]
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data
            + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks)

    def array(self):
        """The image as a NumPy array of shape (height, width), without a copy.

        Where rows are padded the array is not contiguous; use `numpy.ascontiguousarray` for
        libraries that need it to be.
        """
        import numpy
        return numpy.ndarray((self.height, self.width), numpy.uint8, self.pixels, 0,
                             (self.row_stride, 1))


class Hints:
    """The caller's hints. A decoder may ignore hints that it cannot use."""

    __slots__ = ("symbologies", "maximum_count")

    def __init__(self, symbologies=None, maximum_count=None):
        #: The names of the symbologies wanted; `None` means all that the decoder knows.
        self.symbologies = symbologies
        #: The largest number of readings wanted; `None` leaves it to the library's default.
        self.maximum_count = maximum_count

    def wants(self, *names):
        """True if any of these symbologies is wanted."""
        return self.symbologies is None or any(name in self.symbologies for name in names)


class Reading:
    """One symbol as the library read it."""

    __slots__ = ("data", "symbology", "text", "corners", "identifier", "eci", "lost")

    def __init__(self, data, symbology=None, text=None, corners=None, identifier=None, eci=None,
                 lost=()):
        """Makes a reading.

        data: the symbol's bytes before any guess at a charset. If the library gives text alone,
            give that (a str): it is sent as UTF-8.
        symbology: a name of the protocol's list; None when the library does not say.
        text: the data as the library's own text, where it gives one besides the bytes.
        corners: four (x, y) pairs in pixels, y down, the image's top left corner at (0, 0): the
            symbol's own top left, top right, bottom right, bottom left. None when unknown.
        identifier: the symbology identifier of ISO/IEC 15424, such as "]Q3". None when unknown.
        eci: the charsets that the symbol announces, as (offset in data, number of the register)
            pairs; empty if it announces none. None when the library does not say.
        lost: what the symbol holds and the data lack: "separators", "charset", "data".
        """
        if isinstance(data, str):
            text = data if text is None else text
            data = data.encode("utf-8", "replace")
        self.data = data
        self.symbology = symbology
        self.text = text
        self.corners = corners
        self.identifier = identifier
        self.eci = eci
        self.lost = lost

    def message(self):
        """The reading as a field of a message; ValueError for what the protocol cannot express."""
        fields = {"bytes": base64.b64encode(self.data).decode("ascii")}
        if self.symbology is not None:
            fields["symbology"] = str(self.symbology)
        if self.text is not None:
            # Half of a surrogate pair is no character, and no JSON either.
            fields["text"] = self.text.encode("utf-8", "replace").decode("utf-8")
        if self.corners is not None:
            corners = [[float(x), float(y)] for x, y in self.corners]
            if len(corners) != 4:
                raise ValueError(f"the adapter gave {len(corners)} corners; a symbol has 4")
            if not all(math.isfinite(x) and math.isfinite(y) for x, y in corners):
                raise ValueError("the adapter gave corners that are not numbers")
            fields["corners"] = corners
        if self.identifier:
            fields["symbologyIdentifier"] = str(self.identifier)
        if self.eci is not None:
            fields["eci"] = [[int(offset), int(number)] for offset, number in self.eci]
        if self.lost:
            fields["lost"] = list(self.lost)
        return fields


class Option:
    """One option that a decoder knows; made by `flag`, `integer` and `choice`."""

    def __init__(self, name, kind, default, summary, facts, **limits):
        self.name = name
        self.kind = kind
        self.summary = summary
        self.limits = limits
        self.facts = {key: value for key, value in facts.items() if value}
        self.default = self.value(default)
        if self.default is None:
            raise ValueError(f"the default of option {name} is none of its values: {default}")

    def value(self, typed):
        """The value typed, as a bool, an int or a str; None if the option does not take it."""
        if self.kind == "flag":
            word = typed.lower()
            if word in ("true", "yes", "on", "1"):
                return True
            return False if word in ("false", "no", "off", "0") else None
        if self.kind == "integer":
            if not re.fullmatch(r"[+-]?[0-9]{1,18}", typed):
                return None
            number = int(typed)
            return number if self.limits["minimum"] <= number <= self.limits["maximum"] else None
        return typed if typed in self.limits["choices"] else None

    @property
    def accepted(self):
        """The values that the option takes, in words."""
        if self.kind == "flag":
            return "true or false"
        if self.kind == "integer":
            return f"a whole number from {self.limits['minimum']} to {self.limits['maximum']}"
        return "one of " + ", ".join(self.limits["choices"])

    def message(self):
        """The option as a field of a message."""
        default = str(self.default).lower() if self.kind == "flag" else str(self.default)
        return {"name": self.name, "kind": self.kind, "default": default,
                "summary": self.summary, **self.limits, **self.facts}


def flag(name, default, summary, purpose=None):
    """An option that is true or false.

    `purpose` tells a host what it is for: inverted, turned, check-digit or output.
    """
    return Option(name, "flag", str(default), summary, {"purpose": purpose})


def integer(name, default, minimum, maximum, summary, purpose=None, worth_trying=()):
    """An option that is a whole number, both limits included.

    `purpose` may be symbol-count or output; `worth_trying` has values for a search for good settings.
    """
    return Option(name, "integer", str(default), summary,
                  {"purpose": purpose, "worthTrying": list(worth_trying)},
                  minimum=minimum, maximum=maximum)


def choice(name, default, choices, summary, purpose=None):
    """An option that is one of several words; `purpose` may be add-ons or output."""
    return Option(name, "choice", default, summary, {"purpose": purpose}, choices=list(choices))


class Profile:
    """A named set of option values, as they would be typed."""

    def __init__(self, name, summary, **settings):
        """Makes a profile: `Profile("tuned", "Slow and thorough.", try_harder="true")`."""
        self.name = name
        self.summary = summary
        self.settings = {key.replace("_", "-"): value for key, value in settings.items()}


class Decoder:
    """A barcode reader. Derive from it, fill in the attributes, `load` and `decode`."""

    #: The name on the command line: lower-case letters, digits, hyphens.
    name = None
    #: The library that does the reading.
    library = None
    #: The symbologies it reads, by the protocol's names. Others are `unsupported`, no failure.
    symbologies = ()
    #: One sentence for `harness list decoders`.
    summary = ""
    #: The options it takes: `flag(…)`, `integer(…)` and `choice(…)`.
    options = ()
    #: Named sets of option values.
    profiles = ()
    #: True for a decoder that takes part only when asked for by name.
    opt_in = False
    platforms = []
    #: The command that installs the library; shown when `load` cannot import it.
    install = ""

    @classmethod
    def load(cls):
        """Imports the library and returns its version.

        Import here, not at the top of the file. Then a missing library is reported as such, and
        output of the library while it loads cannot get between the frames. Raise ImportError or
        Unavailable when it cannot be used.
        """
        raise NotImplementedError("load must be written: import the library, return its version")

    def __init__(self, options):
        """Sets the library up. This time is not measured.

        options: name → bool, int or str, for every option that the class declares.
        """

    def decode(self, image, hints):
        """Reads an image: a list of `Reading`. Empty is a valid answer; raise only on failure."""
        raise NotImplementedError("decode must be written")

    def cpu_clock(self):
        """Nanoseconds of CPU time used so far; that of the calling thread unless overridden.

        Return `time.process_time_ns()` if the library works with threads of its own.
        """
        return time.thread_time_ns()


def settings():
    """The `settings` of the plugin's manifest; an empty dictionary if it has none."""
    return json.loads(os.environ.get("HARNESS_PLUGIN_SETTINGS", "{}"))


def main(decoder):
    """Serves the host until it hangs up, then exits; `decoder` is a subclass of `Decoder`."""
    if os.isatty(0):
        print(f"{decoder.name}: a decoder plugin for the barcode harness ({decoder.library}).\n"
              "It reads requests on standard input; let the harness start it:\n\n"
              f"  harness compare --corpus qr-small --plugin {sys.argv[0]}")
        sys.exit(0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    channel = _Channel.taking_standard_streams()
    faulthandler.enable(sys.stderr)
    _watch_host(channel.input)
    try:
        _Session(decoder, channel).serve()
    except (Unavailable, ImportError) as missing:
        channel.give_up(_reason(missing, decoder))
    except _Refusal as refusal:
        channel.give_up(str(refusal))
    except Exception as failure:
        traceback.print_exc()
        channel.give_up(_sentence(failure))
    # Exits without cleaning up: exit handlers of libraries have been known to hang or crash.
    sys.stderr.flush()
    os._exit(0)


class _Refusal(Exception):
    """The conversation cannot go on; the message is for the person who reads the report."""


class _Channel:
    """Frames over two descriptors: two lengths, a JSON header, a payload."""

    def __init__(self, source, sink):
        self.input = source
        self.output = sink

    @classmethod
    def taking_standard_streams(cls):
        """Moves the protocol away from descriptors 0 and 1, which libraries may read or print on."""
        channel = cls(os.dup(0), os.dup(1))
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0, inheritable=True)
        os.close(nothing)
        sys.stdout.flush()
        os.dup2(2, 1, inheritable=True)
        return channel

    def receive(self):
        """The next header and payload; None when the host hung up between frames."""
        prelude = self._read(8, end_is_fine=True)
        if prelude is None:
            return None
        header_length, payload_length = struct.unpack("<II", prelude)
        if not 1 <= header_length <= MAXIMUM_HEADER_LENGTH:
            raise _Refusal(f"the host sent a frame with a header of {header_length} bytes; "
                           f"1 to {MAXIMUM_HEADER_LENGTH} are allowed")
        if payload_length > MAXIMUM_PAYLOAD_LENGTH:
            raise _Refusal(f"the host sent a frame with a payload of {payload_length} bytes; "
                           f"{MAXIMUM_PAYLOAD_LENGTH} at most are allowed")
        header = self._read(header_length)
        payload = self._read(payload_length)
        try:
            message = json.loads(header.decode("utf-8"))
        except ValueError:
            raise _Refusal("the host sent a header that is no JSON") from None
        if not isinstance(message, dict):
            raise _Refusal("the host sent a header that is no JSON object")
        return message, payload

    def send(self, message):
        """Sends a message; a plugin's frames have no payload."""
        header = json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii")
        if len(header) > MAXIMUM_HEADER_LENGTH:
            raise _Refusal(f"an answer of {len(header)} bytes does not fit a frame")
        frame = memoryview(struct.pack("<II", len(header), 0) + header)
        while frame:
            frame = frame[os.write(self.output, frame):]

    def give_up(self, reason):
        """Says why the conversation cannot go on, if anyone still listens, and exits."""
        try:
            self.send({"type": "error", "message": reason})
        except OSError:
            pass
        print(reason, file=sys.stderr, flush=True)
        os._exit(1)

    def _read(self, count, end_is_fine=False):
        """Reads that many bytes into new memory: a library may keep or overwrite an image."""
        data = bytearray(count)
        rest = memoryview(data)
        while rest:
            got = os.readv(self.input, [rest])
            if got == 0:
                if end_is_fine and len(rest) == count:
                    return None
                raise _Refusal("the host closed the connection inside a frame")
            rest = rest[got:]
        return data


class _Session:
    """One conversation: hello, configure, then images."""

    def __init__(self, decoder, channel):
        self.type = decoder
        self.channel = channel
        self.decoder = None

    def serve(self):
        while (received := self.channel.receive()) is not None:
            message, payload = received
            kind = message.get("type")
            if kind == "hello":
                self.channel.send(self._hello(message))
            elif kind == "configure":
                self.decoder = self.type(self._options(message.get("options") or {}))
                self.channel.send({"type": "ready"})
            elif kind == "decode":
                self.channel.send(self._answer(message, payload))
            else:
                raise _Refusal(f"the host sent a message of the unknown type {kind!r}")

    def _hello(self, message):
        version = message.get("protocol")
        if version != PROTOCOL_VERSION:
            raise _Refusal(f"the host speaks version {version} of the plugin protocol; this plugin "
                           f"speaks version {PROTOCOL_VERSION}")
        kind = self.type
        # This comes first, because loading the library may set the other attributes.
        library_version = str(kind.load())
        return {
            "type": "hello", "protocol": PROTOCOL_VERSION, "name": kind.name,
            "summary": kind.summary, "library": kind.library, "libraryVersion": library_version,
            "symbologies": list(kind.symbologies), "optIn": kind.opt_in,
            "platforms": list(kind.platforms), "requestsAhead": REQUESTS_AHEAD,
            "nonces": True,
            "options": [option.message() for option in kind.options],
            "profiles": [{"name": profile.name, "summary": profile.summary,
                          "settings": profile.settings} for profile in kind.profiles]}

    def _options(self, requested):
        """Every declared option's value: the explicit one, else the profile's, else the default."""
        declared = {option.name: option for option in self.type.options}
        values = {name: option.default for name, option in declared.items()}
        requested = dict(requested)
        asked = requested.pop("profile", "default")
        profiles = {"default": {}}
        profiles.update((profile.name, profile.settings) for profile in self.type.profiles)
        if asked not in profiles:
            raise _Refusal(f'decoder "{self.type.name}" has no profile "{asked}".'
                           f"{_suggestion(asked, profiles)} Its profiles: {', '.join(profiles)}.")
        for name, typed in [*profiles[asked].items(), *sorted(requested.items())]:
            if name not in declared:
                known = [*declared, *(["profile"] if self.type.profiles else [])]
                listed = f"Its options: {', '.join(known)}." if known else "It has no options."
                raise _Refusal(f'decoder "{self.type.name}" has no option "{name}".'
                               f"{_suggestion(name, known)} {listed}")
            values[name] = declared[name].value(typed) if isinstance(typed, str) else None
            if values[name] is None:
                raise _Refusal(f'decoder "{self.type.name}": option "{name}" cannot be "{typed}"; '
                               f"it takes {declared[name].accepted}."
                               f"{_suggestion(typed, declared[name].limits.get('choices', []))}")
        return values

    def _answer(self, message, payload):
        answer = {"type": "result", "id": message.get("id")}
        if message.get("nonce") is not None:
            answer["nonce"] = message["nonce"]
        try:
            if self.decoder is None:
                self.decoder = self.type(self._options({}))
            image = Image(message["width"], message["height"], message["rowStride"], payload)
            wanted = message.get("symbologies")
            hints = Hints(None if wanted is None else frozenset(wanted),
                          message.get("maximumCount"))
            cpu, wall = self.decoder.cpu_clock(), time.monotonic_ns()
            readings = self.decoder.decode(image, hints)
            wall, cpu = time.monotonic_ns() - wall, self.decoder.cpu_clock() - cpu
            answer["readings"] = [reading.message() for reading in readings]
            answer["wallNanoseconds"], answer["cpuNanoseconds"] = wall, max(cpu, 0)
        except (Unavailable, _Refusal):
            raise
        except Exception as failure:
            if not isinstance(failure, Failure):
                traceback.print_exc()
            answer.pop("readings", None)
            answer["error"] = _sentence(failure)
        return answer


def _sentence(failure):
    """An exception in words, with file and line if it is a fault of the program."""
    text = str(failure).strip()
    if isinstance(failure, (Failure, ValueError, RuntimeError)) and text:
        return text
    frames = [frame for frame in traceback.extract_tb(failure.__traceback__)
              if frame.filename != __file__]
    place = f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""
    return (f"{type(failure).__name__}: {text}" if text else type(failure).__name__) + place


def _reason(missing, decoder):
    """The reason the library cannot be used, and the command that installs it."""
    hint = f"; install it with: {decoder.install}" if decoder.install else ""
    is_import = isinstance(missing, ImportError)
    return f"{missing}{hint if is_import else ''}"


def _suggestion(typed, known):
    close = difflib.get_close_matches(typed, list(known), n=1)
    return f' Did you mean "{close[0]}"?' if close else ""


def _watch_host(source):
    """Ends the process when its host is gone, even in the middle of a decode.

    Waits for the connection to hang up and then for the parent to change, so that requests piped in
    from a file, whose writer has finished, are all still answered.
    """
    parent = os.getppid()

    def wait():
        watch = select.poll()
        watch.register(source, 0)
        watch.poll()
        while os.getppid() == parent:
            time.sleep(0.2)
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
