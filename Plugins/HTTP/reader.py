"""Decoder plugin over a reader behind a URL, which a manifest describes under `settings`."""
import base64
import http.client
import json
import os
import re
import sys
import uuid
from urllib.parse import urlsplit

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../SDK/python"))
import harness_decoder  # noqa: E402 — found through the line above
from harness_decoder import Failure, Reading, Unavailable  # noqa: E402

KEYS = ["name", "library", "version", "summary", "symbologies", "url", "url-variable", "headers",
        "image", "body", "field", "results", "text", "base64", "hex", "symbology", "corners",
        "names", "timeout"]
LARGEST_ANSWER = 16 << 20


class HTTPReader(harness_decoder.Decoder):
    """A server that gets each image. Opt-in, because the images leave this machine."""

    opt_in = True

    @classmethod
    def load(cls):
        settings = harness_decoder.settings()
        for key in settings:
            if key not in KEYS:
                raise Unavailable(f'the manifest\'s settings have an unknown key "{key}"; known '
                                  f'are {", ".join(KEYS)}')
        for key in ("name", "symbologies"):
            if not settings.get(key):
                raise Unavailable(f'the manifest\'s settings have no "{key}"')
        if not any(key in settings for key in ("text", "base64", "hex")):
            raise Unavailable('the manifest\'s settings have none of "text", "base64" and "hex"')
        for key, words in (("image", ("png", "pgm")), ("body", ("raw", "multipart"))):
            if settings.setdefault(key, words[0]) not in words:
                raise Unavailable(f'"{key}" is {settings[key]}; it is {" or ".join(words)}')
        cls.settings = settings
        cls.name = settings["name"]
        cls.url = cls.address(settings)
        cls.library = settings.get("library", cls.url.netloc)
        cls.summary = settings.get("summary", "A reader behind a URL.")
        cls.symbologies = settings["symbologies"]
        return str(settings.get("version", "unknown"))

    @staticmethod
    def address(settings):
        """The URL of the server, which must be http or https."""
        variable = settings.get("url-variable")
        url = settings.get("url") or (os.environ.get(variable) if variable else None)
        if not url:
            raise Unavailable(f"it wants a URL in the environment variable {variable}" if variable
                              else 'the manifest\'s settings have no "url"')
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Unavailable(f"{url} is no URL that starts with http:// or https://")
        return parts

    def __init__(self, options):
        kind = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        # No proxy and no redirection: images go to the host named in the URL or nowhere.
        self.connection = kind[self.url.scheme](
            self.url.hostname, self.url.port, timeout=self.settings.get("timeout", 4))
        self.path = (self.url.path or "/") + ("?" + self.url.query if self.url.query else "")
        self.headers = {name: from_environment(value)
                        for name, value in self.settings.get("headers", {}).items()}

    def decode(self, image, hints):
        image.require_pixels()
        body, kind = self.body(image)
        answer = self.ask(body, {**self.headers, "Content-Type": kind})
        found = look_up(answer, self.settings.get("results", ""))
        if not isinstance(found, list):
            raise Failure(f'"{self.settings.get("results", "")}" is no list in the answer')
        return [self.reading(item) for item in found][:hints.maximum_count]

    def body(self, image):
        """The body to post, and its content type."""
        suffix = self.settings["image"]
        data = image.png() if suffix == "png" else image.pgm()
        kind = "image/png" if suffix == "png" else "image/x-portable-graymap"
        if self.settings["body"] == "raw":
            return data, kind
        border = uuid.uuid4().hex
        field = self.settings.get("field", "image")
        head = (f'--{border}\r\nContent-Disposition: form-data; name="{field}"; '
                f'filename="image.{suffix}"\r\nContent-Type: {kind}\r\n\r\n')
        return (head.encode() + data + f"\r\n--{border}--\r\n".encode(),
                f"multipart/form-data; boundary={border}")

    def ask(self, body, headers):
        """Posts a body and returns the answer's JSON; retries once if the server had hung up."""
        for attempt in (1, 2):
            try:
                self.connection.request("POST", self.path, body, headers)
                response = self.connection.getresponse()
                text = response.read(LARGEST_ANSWER + 1)
                break
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError) as gone:
                self.connection.close()
                if attempt == 2:
                    raise Failure(f"{self.url.netloc} hung up: {gone}") from None
            except OSError as wrong:
                self.connection.close()
                raise Failure(f"{self.url.netloc} does not answer: {wrong}") from None
        if len(text) > LARGEST_ANSWER:
            self.connection.close()
            raise Failure(f"the answer is longer than {LARGEST_ANSWER} bytes")
        if response.status != 200:
            start = text[:200].decode(errors="replace")
            raise Failure(f"the server answered {response.status} {response.reason}: {start}")
        try:
            return json.loads(text)
        except ValueError:
            raise Failure("the server's answer is no JSON") from None

    def reading(self, item):
        settings = self.settings

        def field(key):
            return look_up(item, settings[key]) if key in settings else None

        try:
            if field("base64") is not None:
                data = base64.b64decode(field("base64"), validate=True)
            elif field("hex") is not None:
                data = bytes.fromhex(field("hex"))
            else:
                data = None
        except (ValueError, TypeError) as wrong:
            raise Failure(f"a result's bytes cannot be understood: {wrong}") from None
        text = field("text")
        if data is None and not isinstance(text, str):
            raise Failure("a result has neither bytes nor text")
        said = field("symbology")
        corners = field("corners")
        if corners is not None:
            corners = [(at["x"], at["y"]) if isinstance(at, dict) else tuple(at) for at in corners]
        return Reading(text if data is None else data, settings.get("names", {}).get(said, said),
                       text, corners)


def look_up(value, path):
    """The value at a path such as `data.items[0].codes`; None where there is none."""
    for key, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path.removeprefix("$")):
        if key and isinstance(value, dict):
            value = value.get(key)
        elif index and isinstance(value, list) and int(index) < len(value):
            value = value[int(index)]
        else:
            return None
    return value


def from_environment(value):
    """A header's value with each `{env:NAME}` filled in."""
    def variable(match):
        if match.group(1) not in os.environ:
            raise Unavailable(f"the environment variable {match.group(1)} is not set")
        return os.environ[match.group(1)]
    return re.sub(r"\{env:([A-Za-z_][A-Za-z0-9_]*)\}", variable, str(value))


if __name__ == "__main__":
    harness_decoder.main(HTTPReader)
