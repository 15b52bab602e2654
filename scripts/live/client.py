"""Asks harness live for what its page asks for."""

import http.client
import json
import re
import struct
import urllib.request


class Refused(Exception):
    """An answer with an error."""


class Client:
    """The page's requests without a page, over connections that last, as a browser's do."""

    def __init__(self, address):
        self.base = address.split("?")[0]
        self.connections = [http.client.HTTPConnection(self.base.split("/")[2]) for _ in range(2)]
        page = urllib.request.urlopen(address).read().decode()
        self.headers = {"Origin": self.base.rstrip("/"), "X-Harness-Key": re.search(r"key&quot;:&quot;(\w+)", page)[1]}

    def ask(self, method, path, body=b"", connection=0):
        """The answer; None if there is none, and False if another request is in work."""
        own = self.connections[connection]
        try:
            own.request(method, "/" + path, body, self.headers)
            response = own.getresponse()
        except ConnectionError:  # It was silent for too long, and was closed: a browser opens another one, too.
            own.close()
            own.request(method, "/" + path, body, self.headers)
            response = own.getresponse()
        answer = response.read()
        if response.status >= 300 and response.status != 409:
            raise Refused(f"{path}: {response.status} {answer[:200]}")
        return False if response.status == 409 else json.loads(answer) if answer else None

    def frame(self, number, pixels, connection=0):
        """The answer to a frame: rows of columns of bytes, as an array or a view of memory."""
        height, width = pixels.shape
        head = b"HLF1" + struct.pack("<IIId", number, width, height, 100.0 * number)
        return self.ask("POST", "frame?picture=1", head + pixels.tobytes(), connection)
