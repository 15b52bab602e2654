"""The plugin protocol for plugins that misbehave; Python 3 and its standard library alone.

A fixture answers white images (first pixel not 0) as it should, and does its worst on black ones.
"""
import json
import os
import struct
import sys

INPUT, OUTPUT = sys.stdin.buffer, sys.stdout.buffer
HELLO = {"type": "hello", "protocol": 1, "name": "hostile", "library": "none",
         "libraryVersion": "1", "symbologies": ["qr-code"]}


def read_header():
    prelude = INPUT.read(8)
    if len(prelude) < 8:
        sys.exit(0)
    header_length, payload_length = struct.unpack("<II", prelude)
    return json.loads(INPUT.read(header_length)), payload_length


def read():
    message, payload_length = read_header()
    return message, INPUT.read(payload_length)


def frame(header, payload_length=0):
    header = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<II", len(header), payload_length) + header


def write(data):
    OUTPUT.write(data)
    OUTPUT.flush()


def send(header):
    write(frame(header))


def result(request, **fields):
    nonce = {"nonce": request["nonce"]} if "nonce" in request else {}
    return {"type": "result", "id": request["id"], **nonce, "readings": [], **fields}


def note(process):
    """Tells the test which processes there were, if it asked for that."""
    if NOTES:
        with open(NOTES, "a") as notes:
            notes.write(f"{process}\n")


NOTES = None


def shake_hands():
    global NOTES
    read()
    send(HELLO)
    configure, _ = read()
    NOTES = configure["options"].get("notes")
    note(os.getpid())
    send({"type": "ready"})


def serve(on_black):
    shake_hands()
    while True:
        request, pixels = read()
        if pixels[:1] == b"\0":
            on_black(request)
        else:
            send(result(request))
