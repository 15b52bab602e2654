"""A headless Chromium, driven over a pipe by the DevTools protocol: nothing has to be installed beside it."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
KEYS = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowRight": 39, "Tab": 9, " ": 32}


def executable():
    """The path of a Chromium, None where none is installed."""
    wanted = os.environ.get("CHROMIUM")
    return wanted or next((path for path in map(shutil.which, CHROMIUMS) if path), None)


class Browser:
    """One Chromium process with one page at a time."""

    def __init__(self, width=1280, height=900):
        self.folder = tempfile.mkdtemp(prefix="page-check-")
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()
        # The protocol's pipes are descriptors 3 and 4 of the browser; above them nothing is in the way.
        line = 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"'
        self.process = subprocess.Popen(
            ["bash", "-c", line, "-", str(to_browser), str(from_browser), executable(), "--headless=new",
             "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--allow-file-access-from-files", f"--user-data-dir={self.folder}", "about:blank"],
            pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.reader = os.fdopen(self.answers, "rb")
        self.count, self.session, self.events = 0, None, []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(domain + ".enable")
        self.size(width, height)
        self.theme("light")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.send("Browser.close")
        self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)

    def send(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def _next(self):
        message = bytearray()
        while (byte := self.reader.read(1)) != b"\0":
            if not byte:
                raise RuntimeError("the browser ended")
            message += byte
        answer = json.loads(message)
        if "method" in answer:
            self.events.append(answer)
        return answer

    def size(self, width, height):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def theme(self, name):
        features = {"prefers-color-scheme": name, "prefers-reduced-motion": "reduce"}
        self.send("Emulation.setEmulatedMedia",
                  features=[{"name": key, "value": value} for key, value in features.items()])

    def script(self, is_on):
        self.send("Emulation.setScriptExecutionDisabled", value=not is_on)

    def open(self, path, fragment=""):
        """Opens a file afresh: from a blank page, since a change of the fragment alone loads nothing."""
        for url in ("about:blank", "file://" + os.path.abspath(path) + fragment):
            self.events = []
            self.send("Page.navigate", url=url)
            while not any(event["method"] == "Page.loadEventFired" for event in self.events):
                self._next()

    def run(self, expression):
        """The value of an expression in the page."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", expression))
        return answer["result"].get("value")

    def click(self, selector, index=0):
        """Clicks the middle of an element, as a mouse does: what lies above it gets the click."""
        place = self.run(
            f"(()=>{{const e=document.querySelectorAll({json.dumps(selector)})[{index}];"
            "e.scrollIntoView({block:'center',behavior:'instant'});const b=e.getBoundingClientRect();"
            "return [b.x+b.width/2,b.y+b.height/2]})()")
        self.click_at(*place)

    def click_at(self, x, y):
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y,
                      button="none" if kind == "mouseMoved" else "left", clickCount=0 if kind == "mouseMoved" else 1)
        self.rest()

    def key(self, name, modifiers=0):
        text = {"Enter": "\r", " ": " "}.get(name)
        code = KEYS.get(name) or ord(name.upper())
        more = {"text": text} if text else {}
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=name, windowsVirtualKeyCode=code, modifiers=modifiers,
                      **(more if kind == "keyDown" else {}))
        self.rest()

    def rest(self):
        """Lets the page finish what an event began."""
        self.run("new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)))")

    def complaints(self):
        """What the page threw, logged as an error, or asked the network for."""
        said = []
        for event in self.events:
            method, details = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                said.append(details["exceptionDetails"].get("exception", {}).get("description", "exception"))
            elif method == "Log.entryAdded" and details["entry"]["level"] == "error":
                said.append(details["entry"]["text"])
            elif method == "Network.requestWillBeSent":
                url = details["request"]["url"]
                if not url.startswith(("file:", "data:", "about:")):
                    said.append("asked for " + url)
        return said

    def picture(self, path, is_whole=False, most=8000):
        """Writes what is shown, or the whole page, as a PNG file."""
        more = {}
        if is_whole:
            size = self.send("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], most), "scale": 1}
            more = {"captureBeyondViewport": True, "clip": clip}
        time.sleep(0.2)
        data = self.send("Page.captureScreenshot", format="png", **more)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
