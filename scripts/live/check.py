"""Checks harness live in a browser without a screen, with a fake camera whose truth is known.

    scripts/live/check.py HARNESS [--short] [--pictures FOLDER] [--cases walk,speed] [--frames 20000]

It needs Playwright and Debian's chromium; `make live-check` sees to both.
"""

import argparse
import asyncio
import base64
import contextlib
import json
import math
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import axe_playwright_python
import numpy
from PIL import Image
from playwright.async_api import async_playwright

import stream
from client import Client

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts"))
import soak  # noqa: E402  (its slopes have intervals)
HOSTILE = ROOT / "Tests/IntegrationTests/Plugins/harness-decoder-hostile"
WIDTH, HEIGHT = 1280, 720

PLANTED = """\
format: 1
name: planted
version: 1
title: Planted
question: From which size on does a scanner read?
seed: 43
symbols:
  - {name: qr, symbology: qr-code, version: 1, ecc: M, payload: {kind: digits, length: 12}}
conditions:
  - {name: upright, rotation: 0}
sweep: {axis: module-size, harder: smaller, levels: [{from: 1.5, to: 4, step: 0.25}]}
trials: 4
"""

# Keeps what the page sends, and tells which frame of the stream each answer is about.
SPY = """
  const original = window.fetch;
  window.sent = null;
  window.fetch = (path, options) => {
    if (!path.startsWith("frame") || !options.body) return original(path, options);
    window.sent = new Uint8Array(options.body);
    // Of other bodies the browser tells Playwright every byte, which takes as long as all else.
    return original(path, { ...options, body: new Blob([options.body]) });
  };
  window.seen = [];
  let last = 0;
  setInterval(() => {
    const live = window.harnessLive;
    if (!live || !live.latest || live.latest.number === last) return;
    last = live.latest.number;
    const pixels = document.getElementById("stage").getContext("2d").getImageData(0, 0, 160, 16).data;
    let index = 0;
    for (let bit = 0; bit < 10; bit += 1) {
      if (pixels[(8 * 160 + 16 * bit + 8) * 4] > 128) index |= 1 << bit;
    }
    window.seen.push({ index, frame: live.latest });
  }, 5);
"""


# A camera with all that can be set, which keeps what it is told.
ABILITIES = """
  window.asked = [];
  const { getCapabilities } = MediaStreamTrack.prototype;
  MediaStreamTrack.prototype.getCapabilities = function () {
    return { ...getCapabilities.call(this), torch: true, zoom: { min: 1, max: 4, step: 0.5 },
      focusDistance: { min: 0, max: 1, step: 0.25 } };
  };
  const { getSettings } = MediaStreamTrack.prototype;
  MediaStreamTrack.prototype.getSettings = function () {
    return { ...getSettings.call(this), zoom: 1, focusDistance: 0 };
  };
  MediaStreamTrack.prototype.applyConstraints = async ({ advanced }) => { window.asked.push(advanced[0]); };
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = function (wanted) {
    window.asked.push({ zoom: wanted.video.zoom });
    return getUserMedia.call(this, wanted);
  };
"""

# How many pixels of the picture have each decoder's own colour.
COLOURS = """() => {
  const { data } = stage.getContext("2d").getImageData(0, 0, stage.width, stage.height);
  const style = getComputedStyle(document.documentElement);
  return decoders.map(({ look }) => {
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    pen.fillStyle = style.getPropertyValue("--s" + look);
    pen.fillRect(0, 0, 1, 1);
    const own = pen.getImageData(0, 0, 1, 1).data;
    let count = 0;
    for (let at = 0; at < data.length; at += 4) count += [0, 1, 2].every((part) => data[at + part] === own[part]);
    return count;
  });
}"""

DROP = """(bytes) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([new Uint8Array(bytes)], "dropped.png", { type: "image/png" }));
  const send = (name) => document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
  send("dragover");
  const isInvited = !document.getElementById("drop").hidden;
  send("drop");
  return isInvited && document.getElementById("drop").hidden;
}"""

PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


class Failure(Exception):
    """Something that harness live promises and does not keep."""


def expect(is_kept, text):
    if not is_kept:
        raise Failure(text)


class Live:
    """A running harness live."""

    running = []

    @classmethod
    def end_all(cls):
        """Ends those that a failed case left behind."""
        while cls.running:
            cls.running.pop().kill()

    def __init__(self, harness, *arguments, command="live", folder=None):
        self.process = subprocess.Popen(
            [harness, command, *map(str, arguments)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            # The page is for this check's browser, not for the machine's.
            env={**os.environ, "PATH": "/nonexistent"} if command == "configure" else None,
            # Where this check runs in the background, Ctrl-C would be ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        Live.running.append(self.process)
        line = self.process.stdout.readline()
        match = re.search(r"https?://127\.0\.0\.\d:\d+/\?token=\w+", line)
        if not match:
            raise Failure(f"no address was printed: {line}{self.process.stderr.read()}")
        self.address = match[0]

    @property
    def family(self):
        """The harness, its guards and their decoders, by names that tell them apart."""
        found, waiting = {}, [self.process.pid]
        while waiting:
            process = waiting.pop(0)
            with contextlib.suppress(OSError):  # It has ended meanwhile.
                name = pathlib.Path(f"/proc/{process}/comm").read_text().strip()
                found[f"{name} {len(found)}"] = process
                waiting += sorted(soak.children(process))
        return found

    @property
    def kilobytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])

    def end(self):
        family = self.family
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=15)
        Live.running.remove(self.process)
        time.sleep(0.3)
        alive = [name for name, process in family.items() if pathlib.Path(f"/proc/{process}").exists()]
        return self.process.returncode, alive


class Browser:
    """A chromium with or without a camera."""

    def __init__(self, camera=None, is_allowed=True):
        self.arguments = []
        if is_allowed:
            self.arguments.append("--use-fake-ui-for-media-stream")
        if camera:
            self.arguments += ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={camera}"]

    @contextlib.asynccontextmanager
    async def page(self, address, width=1600, height=1000, scheme="light", script=""):
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path="/usr/bin/chromium", args=["--no-sandbox", *self.arguments])
            try:
                context = await browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme, accept_downloads=True,
                    # The certificate of a page for a phone is made for it, and nobody vouches for it.
                    ignore_https_errors=address.startswith("https"), has_touch=address.startswith("https"))
                page = await context.new_page()
                page.problems = []
                page.on("pageerror", lambda error: page.problems.append(str(error)))
                page.on("console", lambda message: page.problems.append(message.text)
                        if message.type == "error" and "favicon" not in message.text else None)
                await page.add_init_script(SPY + script)
                await page.goto(address)
                yield page
            finally:
                await browser.close()


async def wait(page, condition, seconds=20):
    """Waits until an expression is true. (Playwright's own way needs a page that allows `eval`.)"""
    end = time.monotonic() + seconds
    while not await page.evaluate(condition):
        if time.monotonic() > end:
            status = await page.text_content("#status")
            raise Failure(f"{condition} did not come true within {seconds} s; the page says: {status}")
        await asyncio.sleep(0.05)


async def shown_pixels(page):
    await wait(page, "document.getElementById('pixels').textContent !== '–'")
    return float(await page.text_content("#pixels"))


async def press(page, element):
    """Goes to an element by the Tab key alone, and presses Enter."""
    for _ in range(80):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement?.id") == element:
            return await page.keyboard.press("Enter")
    raise Failure(f"the Tab key does not reach #{element}")


class Check:
    """The cases, with what they share."""

    def __init__(self, options, folder):
        self.harness = str(pathlib.Path(options.harness).resolve())
        self.frames = options.frames
        self.seed = options.seed
        self.is_short = options.short
        self.pictures = options.pictures and pathlib.Path(options.pictures)
        self.folder = pathlib.Path(folder)
        self.facts = {}

    def live(self, *arguments):
        return Live(self.harness, "--out", self.folder / "walks", *arguments)

    def near(self):
        """A stream of one label that is near and stays; drawn once."""
        path = self.folder / "near.y4m"
        if not path.exists():
            frames = stream.draw(self.harness, self.folder / "near", approach=1.2, duration=1, trials=1, seed=7)[-8:]
            self.near_truth = [size for *_, size in frames]
            self.near_frames = [stream.compose(frame[2], index, WIDTH, HEIGHT) for index, frame in enumerate(frames)]
            stream.write_y4m(path, self.near_frames, WIDTH, HEIGHT, 15)
        return path

    def moving(self):
        """A camera to which a label comes, again and again."""
        frames = stream.draw(self.harness, self.folder / "moving", approach=1.2, duration=1, trials=1, seed=7)[-14:]
        path = self.folder / "moving.y4m"
        stream.write_y4m(path, [stream.compose(frame[2], index, WIDTH, HEIGHT) for index, frame in enumerate(frames)],
                         WIDTH, HEIGHT, 15)
        return path

    def still(self):
        """A camera before which nothing moves."""
        self.near()
        path = self.folder / "still.y4m"
        stream.write_y4m(path, self.near_frames[-1:], WIDTH, HEIGHT, 15)
        return path

    def code(self, text, size=4):
        """A picture of a QR Code."""
        subprocess.run(["qrencode", "-o", self.folder / "code.png", "-s", str(size), text], check=True)
        return self.folder / "code.png"

    async def look(self, page, name, schemes=("light", "dark"), widths=(400, 900, 1600)):
        """The page fits its window, and axe finds nothing in it."""
        before = page.viewport_size
        if self.is_short:
            schemes, widths = schemes[:1], widths[:1]
        await page.evaluate(next(pathlib.Path(axe_playwright_python.__file__).parent.glob("axe*.js")).read_text())
        for scheme in schemes:
            for width in widths:
                await page.emulate_media(color_scheme=scheme)
                await page.set_viewport_size({"width": width, "height": 1000})
                await asyncio.sleep(0.2)
                wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth")
                expect(not wide, f"{name} is wider than its window of {width} px")
                found = await page.evaluate("axe.run().then((result) => result.violations)")
                expect(not found, f"{name}, axe at {width} px, {scheme}: " + "; ".join(
                    f"{one['help']}: {one['nodes'][0]['html']}" for one in found))
                if self.pictures:
                    await page.screenshot(path=self.pictures / f"{name}-{width}-{scheme}.png", full_page=True)
        await page.set_viewport_size(before)

    # Each case is one sentence that must be true.

    async def first_number(self):
        """The first number appears without a click, and is what was drawn within 1 %."""
        camera, live = self.near(), self.live()
        async with Browser(camera).page(live.address) as page:
            await shown_pixels(page)
            await wait(page, "window.seen.length >= 12")
            errors = await self.errors(page, self.near_truth)
            expect(len(errors) >= 10, f"only {len(errors)} frames had a size")
            expect(max(errors) < 0.01, f"sizes are off by up to {100 * max(errors):.2f} %")
            expect(not page.problems, f"the page reports {page.problems}")
            self.facts["size error, near"] = f"at most {100 * max(errors):.2f} % in {len(errors)} frames"
        code, alive = live.end()
        expect(code == 0, f"Ctrl-C ended it with exit code {code}")
        expect(not alive, f"workers {alive} are still there after its end")

    async def errors(self, page, truth, least=0.0):
        seen = await page.evaluate("window.seen")
        errors = []
        for one in seen:
            sizes = [symbol["modulePixels"] for symbol in one["frame"]["symbols"] if symbol.get("modulePixels")]
            if one["index"] < len(truth) and len(sizes) == 1 and truth[one["index"]] >= least:
                errors.append(abs(sizes[0] / truth[one["index"]] - 1))
        return errors

    async def freeze(self):
        """A frozen frame is saved as the very bytes that were read, with the readings of that frame."""
        camera, live = self.near(), self.live()
        async with Browser(camera).page(live.address) as page:
            await shown_pixels(page)
            await page.click("#freeze")
            await wait(page, "document.getElementById('status').textContent.startsWith('Frozen')")
            await asyncio.sleep(0.5)
            number = await page.evaluate("harnessLive.state.shown.number")
            sent = bytes(await page.evaluate("Array.from(window.sent)"))
            expect(int.from_bytes(sent[4:8], "little") == number, "a later frame was sent")
            async with page.expect_download() as download:
                await page.click("#save-png")
            picture = numpy.asarray(Image.open(await (await download.value).path()))
            expect(picture.tobytes() == sent[24:], "the saved picture has other bytes than the frame that was read")
            async with page.expect_download() as download:
                await page.click("#save-json")
            record = json.loads(pathlib.Path(await (await download.value).path()).read_text())
            expect(record["number"] == number and record["symbols"], "the saved readings are of another frame")
            await page.click("#freeze")
            await wait(page, f"harnessLive.state.shown.number > {number}")
        live.end()

    async def walk(self):
        """By keyboard alone: a walk-away's interval holds the size from which independent frames are half read."""
        frames = stream.draw(self.harness, self.folder / "walk", approach=0.12, duration=6, trials=1, seed=11)
        away = list(reversed(frames))[::2]
        ground = [away[0]] * 15 + away + [away[-1]] * 8
        truth = [size for *_, size in ground]
        camera = self.folder / "walk.y4m"
        stream.write_y4m(camera, [stream.compose(frame[2], index, WIDTH, HEIGHT)
                                  for index, frame in enumerate(ground)], WIDTH, HEIGHT, 10)
        live = self.live("--camera", "26mm", "--code-size", "20mm")
        async with Browser(camera).page(live.address) as page:
            await shown_pixels(page)
            await press(page, "walk-start")
            await wait(page, "document.activeElement.id === 'walk-end'")
            await wait(page, f"window.seen.some((one) => one.index >= {len(ground) - 3})", 60)
            advice = await page.text_content("#walk-status")
            expect(re.search("still read|Nobody reads|Enough", advice), f"the walk does not say what is next: {advice}")
            await page.keyboard.press("Enter")
            await wait(page, "document.getElementById('walk-status').textContent.startsWith('Measured by hand')")
            line = await page.text_content("#walk-next code")
            expect(line.endswith("--code qr:v2:20mm") and not await page.locator("#walk-missing li").count(), f"{line}")
            expect(await page.evaluate("walkCourse.points.length > 0.9 * walked.record.frames"), "the picture lacks frames")
            expect(await page.evaluate("document.activeElement.id") == "walk-picture", "the focus is lost")
            path = (await page.text_content("#walk-status")).split("kept in ")[1].rstrip(".")
            errors = await self.errors(page, truth, least=1.3)
            expect(await page.is_visible("#print-advice li"), "there is no advice for print")
            advice = await page.locator("#print-advice li").all_text_contents()
            seen = await page.evaluate("window.seen")
            pictures = []
            for _ in range(2):
                async with page.expect_download() as download:
                    await page.keyboard.press("Enter")
                pictures.append(pathlib.Path(await (await download.value).path()))
                # The live chart forgets; the picture does not.
                await page.evaluate("chart.points = []; chart.draw()")
            expect(pictures[0].read_bytes() == pictures[1].read_bytes(), "the picture to share has lost its chart")
            shared = Image.open(pictures[0])
            expect(shared.width == 1000 and numpy.unique(numpy.asarray(shared.convert("L"))).size > 20, "the picture to share is empty")
            if self.pictures:
                shared.save(self.pictures / "walk-shared.png")
                await page.screenshot(path=self.pictures / "walk.png", full_page=True)
        live.end()
        record = json.loads(pathlib.Path(path).read_text())
        expect(record["measured"] == "by-hand", "the record does not say that a hand measured it")
        within = sum(error < 0.01 for error in errors) / len(errors)
        self.facts["size error, 1.3 px and up"] = (
            f"median {100 * statistics.median(errors):.2f} %, {100 * within:.0f} % of {len(errors)} frames within 1 %")
        expect(within >= 0.95, f"sizes are off by more than 1 %: {self.facts}")
        strangers = {one["decoder"]: one["frames"] for one in record["decoders"] if one["decoder"] not in ("zbar", "zxing")}
        expect(not any(strangers.values()), f"decoders that do not read the type count as missing it: {strangers}")
        focal = record["view"]["focalPixels"]
        distances = [abs(symbol["distanceMillimetres"] / (focal * 20 / (25 * truth[one["index"]])) - 1)
                     for one in seen if one["index"] < len(truth) for symbol in one["frame"]["symbols"]
                     if truth[one["index"]] >= 1.3 and symbol.get("distanceMillimetres")]
        expect(len(distances) >= 40 and max(distances) < 0.02, f"distances are off by up to {max(distances, default=9):.3f}")
        self.facts["distances"] = f"at most {100 * max(distances):.2f} % off in {len(distances)} frames"
        bounds = [one["reliable"].get("upper") for one in record["decoders"] if one.get("reliable")]
        sides = [f"{bound * 2000 / focal:.2f} mm" if bound else "what it needs" for bound in bounds]
        expect(len(sides) >= 2 and any(bounds) and all(side in line for side, line in zip(sides, advice, strict=True)),
               f"{advice}, not {sides}")
        far = subprocess.run([self.harness, "distance", "--walk-away", path, "--code", "qr:v2:20mm"],
                             capture_output=True, text=True, check=False)
        expect(far.returncode == 0 and "measured by hand with" in far.stdout, f"no distances follow: {far.stdout}{far.stderr}")
        self.facts["its distances"] = far.stdout.splitlines()[0]
        held = 0
        for decoder, drawn in self.drawn_crossings().items():
            own = next(one for one in record["decoders"] if one["decoder"] == decoder)
            half = own["half"]
            expect(half, f"{decoder} has no threshold: {own}")
            low, high = half.get("lower"), half.get("upper")
            expect(low and high and high / low < 1.8, f"the interval of {decoder} says nothing: {half}")
            held += low <= drawn <= high
            self.facts[f"walk-away, {decoder}"] = (
                f"{half['pixels']:.2f} px ({low:.2f} to {high:.2f}) of {own['frames']} frames, dispersion "
                f"{half['dispersion']:.1f}; drawn {drawn:.2f} px")
        expect(held == 2, f"{held} of 2 intervals hold the drawn size: {self.facts}")

    def drawn_crossings(self):
        """By decoder, the size from which half of many labels' frames are read, on the ground of the stream."""
        frames = stream.draw(self.harness, self.folder / "drawn", approach=0.6, duration=1.4, trials=6, seed=23)
        for *_, file, _ in frames:
            # As large as the stream's: decoders' thresholds depend on the frame around a label, too.
            Image.fromarray(stream.compose(file, 0, WIDTH, HEIGHT)).save(file)
        text = subprocess.run(
            [self.harness, "scan", "--format", "jsonl", "--quiet", "--decoder", "zbar", "--decoder", "zxing",
             self.folder / "drawn" / "frames"], capture_output=True, text=True, check=False).stdout
        reads = {}
        for line in text.splitlines():
            record = json.loads(line)
            if "path" not in record:
                continue
            readers = {part["decoder"] for detection in record["detections"] for part in detection["decoders"]
                       if part["status"] == "read"}
            reads[pathlib.Path(record["path"]).name] = readers
        sizes = [size for *_, size in frames]
        return {decoder: stream.crossing(sizes, [decoder in reads[file.name] for *_, file, _ in frames])
                for decoder in ["zbar", "zxing"]}

    async def streams(self):
        """Of 20 labels that walk away, the intervals of 18 or more hold the size from which all are half read."""
        # A walk that ends soon after the last read does not bound a threshold from below.
        frames = stream.draw(
            self.harness, self.folder / "streams", approach=0.12, duration=8, trials=20, seed=31, distances=(1.15, 1.25))
        live = self.live("--decoder", "zbar", "--decoder", "zxing")
        client = Client(live.address)
        records, outcomes = [], {"zbar": [], "zxing": []}
        for trial in range(20):
            away = [frame for frame in frames if frame[1] == trial][::-2]
            for number, (*_, file, size) in enumerate(away):
                answer = client.frame(number, stream.compose(file, 0, 480, 360))
                if number == 0:
                    client.ask("POST", "walk/start")
                for index, decoder in enumerate(outcomes):
                    read = any(symbol["decoders"][index]["status"] == "read" for symbol in answer["symbols"])
                    outcomes[decoder].append((size, read))
            records.append(client.ask("POST", "walk/end")["record"])
        live.end()
        for index, (decoder, seen) in enumerate(outcomes.items()):
            drawn = stream.crossing(*zip(*seen))
            # An interval that lacks an end holds nothing.
            halves = [record["decoders"][index]["half"] or {} for record in records]
            held = sum((half.get("lower") or 99) <= drawn <= (half.get("upper") or 0) for half in halves)
            found = sorted(half["pixels"] for half in halves if half)
            width = statistics.median((half.get("upper") or 99) / (half.get("lower") or 0.1) for half in halves)
            self.facts[f"20 walk-aways, {decoder}"] = (
                f"{held} intervals hold {drawn:.2f} px; estimates from {found[0]:.2f} to {found[-1]:.2f} px; "
                f"their ends are a factor of {width:.2f} apart (median)")
            expect(width < 1.8, f"the intervals of {decoder} say nothing: {self.facts}")
        expect(all(int(fact.split()[0]) >= 18 for name, fact in self.facts.items() if name.startswith("20 walk")),
               f"too few intervals hold: {self.facts}")

    async def scan_area(self):
        """A scan area is dragged, typed and moved by keys; what is kept is what scan keeps with the copied options."""
        shelf = Image.new("L", (900, 600), 255)
        for text, place in [("LEFT", (60, 60)), ("MIDDLE", (360, 60)), ("RIGHT", (660, 60)), ("<b>BELOW", (360, 360))]:
            shelf.paste(Image.open(self.code(text, 6)).convert("L"), place)
        picture = self.folder / "shelf.png"
        shelf.save(picture)
        for scheme, width in [("light", 900), ("dark", 400), ("dark", 900), ("light", 400)]:
            live = self.live("--decoder", "zxing", picture)
            async with Browser().page(live.address, width, 1000, scheme) as page:
                await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
                await wait(page, "document.getElementById('stage').width === 900")
                await page.click("#aim summary")
                await wait(page, "document.getElementById('aim-library').textContent.includes('ScanRegion()')")
                await page.locator("#stage").scroll_into_view_if_needed()

                async def drag(tool, start, end):
                    await page.check(f"input[value={tool}]")
                    await page.locator("#stage").scroll_into_view_if_needed()
                    box = await page.evaluate("(({x, y, width, height}) => [x, y, width, height])(stage.getBoundingClientRect())")
                    scale = min(box[2] / 900, box[3] / 600)
                    at = [(box[0] + (box[2] - 900 * scale) / 2 + x * scale, box[1] + (box[3] - 600 * scale) / 2 + y * scale)
                          for x, y in [start, end]]
                    await page.mouse.move(*at[0])
                    await page.mouse.down()
                    await page.mouse.move(*at[1], steps=6)
                    await page.mouse.up()

                async def kept(count):
                    await wait(page, f"[...document.querySelectorAll('#aim-fates li.kept')].length === {count}")
                    return sorted([one.split(": ")[1].split(" (")[0]
                                   for one in await page.locator("#aim-fates li.kept").all_text_contents()])

                await drag("area", (20, 20), (880, 300))
                expect(await kept(3) == ["LEFT", "MIDDLE", "RIGHT"], "the area keeps others")
                below = await page.locator("#aim-fates li.dropped").all_text_contents()
                expect(below == ["outside the scan area: <b>BELOW (QR Code)"], f"{below} is dropped")
                await drag("radius", (700, 150), (720, 150))
                expect(await kept(1) == ["RIGHT"], "the circle keeps another one")
                expect((await page.text_content("#value")) == "RIGHT", "the large number is about another symbol")
                await drag("rectangle", (120, 140), (420, 160))
                expect(await kept(2) == ["LEFT", "MIDDLE"], "the rectangle keeps others")
                await self.look(page, "area", [scheme], [width])
                # By keyboard alone: typed, with an error that says what is right, and moved.
                await page.fill("#aim-select", "circle:5")
                await page.keyboard.press("Tab")
                await wait(page, "document.getElementById('aim-status').textContent.includes('radius:5dip')")
                await page.fill("#aim-select", "radius:0")
                await page.fill("#aim-poi", "130px,150px")
                await page.keyboard.press("Tab")
                expect(await kept(1) == ["LEFT"], "the typed point keeps another one")
                await page.focus("#stage")
                for _ in range(40):
                    if any("MIDDLE" in one for one in await page.locator("#aim-fates li.kept").all_text_contents()):
                        break
                    await page.keyboard.press("Shift+ArrowRight")
                    await asyncio.sleep(0.3)
                expect(await kept(1) == ["MIDDLE"], "arrow keys do not move the point")
                await page.click("[data-copy=aim-scan]")
                await wait(page, "document.getElementById('aim-status').textContent.startsWith('Copied')")
                options = await page.evaluate("navigator.clipboard.readText()")
                scanned = subprocess.run(
                    [self.harness, "scan", picture, "--decoder", "zxing", "--format", "jsonl", "--quiet", *options.split()],
                    capture_output=True, text=True, check=False).stdout
                seen = [one["value"] for one in json.loads(scanned.splitlines()[0])["detections"] if one["fate"] == "kept"]
                expect(seen == ["MIDDLE"], f"scan {options} keeps {seen}")
                await page.click("#aim-clear")
                await wait(page, "document.getElementById('aim-fates').hidden")
                expect(not page.problems or all("400" in one for one in page.problems), f"the page reports {page.problems}")
            live.end()
            if self.is_short:
                break

    async def configure(self):
        """Samples become a recommendation and files in the browser, with questions that go back; axe finds nothing."""
        samples = []
        for number in range(4):
            samples.append(self.folder / f"sample-{number}.png")
            subprocess.run(["qrencode", "-o", samples[-1], "-s", str(3 + number), f"<i>LABEL {number}"], check=True)
        for scheme, width in [("light", 900), ("dark", 400)]:
            live = Live(self.harness, "--open", "--decoder", "zxing", "--time", "10s", "-o",
                        self.folder / f"scanner-{width}", command="configure")
            async with Browser().page(live.address, width, 1000, scheme) as page:
                await page.set_input_files("#files", samples)
                await wait(page, "harnessConfigure.state.shown.samples.length === 4", 60)
                await wait(page, "harnessConfigure.state.shown.phase === 'asking'", 60)
                expect("<i>LABEL" in await page.text_content("#wall") and not await page.query_selector("#wall i"),
                       "a value is no text")
                await self.look(page, "configure-asking", [scheme])
                await page.click("#form button[type=submit]")
                await wait(page, "document.getElementById('place').textContent === '2/3'")
                await page.click("#back")
                await wait(page, "document.getElementById('place').textContent === '1/3'")
                for place in ["'2/3'", "'3/3'", "''"]:
                    await page.focus("#line")
                    await page.keyboard.press("Enter")
                    await wait(page, f"document.getElementById('place').textContent === {place}")
                await page.click("#more")
                while await page.evaluate("harnessConfigure.state.shown.question.name") != "scan-area":
                    before = await page.text_content("#place")
                    await page.keyboard.press("Enter")
                    await wait(page, f"document.getElementById('place').textContent !== '{before}'")
                await wait(page, "document.getElementById('stage').width > 16")
                await page.locator("#stage").scroll_into_view_if_needed()
                box = await page.evaluate("(({x, y, width, height}) => [x, y, width, height])(stage.getBoundingClientRect())")
                # A sample is a square, and has bands beside it where the canvas is none.
                side = min(box[2:])
                left, top = box[0] + (box[2] - side) / 2, box[1] + (box[3] - side) / 2
                await page.mouse.move(left + 0.02 * side, top + 0.04 * side)
                await page.mouse.down()
                await page.mouse.move(left + 0.95 * side, top + 0.97 * side, steps=6)
                await page.mouse.up()
                await wait(page, "Math.abs(Number(document.getElementById('line').value.split(',')[3]) - 0.97) < 0.015")
                drawn = [float(part) for part in (await page.input_value("#line")).split(",")]
                wrong = max(abs(one - two) for one, two in zip(drawn, [0.02, 0.04, 0.95, 0.97]))
                expect(wrong < 0.015, f"the dragged area is {drawn}")
                await self.look(page, "configure-area", [scheme])
                await page.focus("#line")
                await page.keyboard.press("Enter")
                while await page.evaluate("harnessConfigure.state.shown.phase") == "asking":
                    await page.keyboard.press("Enter")
                    await asyncio.sleep(0.05)
                await wait(page, "document.getElementById('leader').textContent.includes('drawn images')", 60)
                self.facts[f"in front before the end, {width} px"] = await page.text_content("#leader")
                await wait(page, "harnessConfigure.state.shown.phase === 'done'", 120)
                await page.locator("[aria-label$='.cpp'][aria-label^='Show']").first.click()
                await wait(page, "document.querySelectorAll('#text .word').length > 5")
                expect(await page.text_content("#text") == await page.evaluate("harnessConfigure.text"), "colours change the text")
                await self.look(page, "configure-done", [scheme])
                answers = (self.folder / f"scanner-{width}" / "answers.yaml").read_text()
                expect(all(f'"{side:g}"' in answers for side in drawn), f"{drawn} is not in {answers}")
                async with page.expect_download() as download:
                    await page.click("[aria-label='Download recommendation.md']")
                text = pathlib.Path(await (await download.value).path()).read_text()
                expect(text == (self.folder / f"scanner-{width}" / "recommendation.md").read_text(), "another file came")
            live.end()

    async def configure_camera(self):
        """From a camera's first frame to a program that reads the samples as the harness does."""
        camera = self.near()
        live = Live(self.harness, "--open", "--decoder", "zxing", "--language", "cpp", "--time", "10s", "-o",
                    self.folder / "from-camera", command="configure")
        async with Browser(camera).page(live.address, 900) as page:
            await page.click("#camera")
            await wait(page, "!document.getElementById('take').hidden")
            for number in range(1, 5):
                for _ in range(4):  # A frame that was taken before is no further sample.
                    await page.click("#take")
                    with contextlib.suppress(Failure):
                        await wait(page, f"harnessConfigure.state.shown.samples.length === {number}", 40)
                        break
                await wait(page, "harnessConfigure.state.shown.phase === 'asking'", 60)
                if number == 2:
                    # A sample after the first answer begins the questions again, and says so.
                    await page.click("#form button[type=submit]")
                    await wait(page, "document.getElementById('place').textContent === '2/3'")
                if number == 3:
                    await wait(page, "document.getElementById('status').textContent.includes('begin again')")
            for _ in range(4):
                place = await page.text_content("#place")
                await page.focus("#line")
                await page.keyboard.press("Enter")
                await wait(page, f"document.getElementById('place').textContent !== '{place}' "
                           "|| harnessConfigure.state.shown.phase !== 'asking'")
            await wait(page, "harnessConfigure.state.shown.phase === 'done'", 240)
            await page.click("#try")
            await wait(page, "document.getElementById('tried').textContent.includes('reads QR Code')")
            expect(not page.problems, f"the page reports {page.problems}")
        live.end()
        answers = self.folder / "camera-answers.yaml"
        answers.write_text((self.folder / "from-camera" / "answers.yaml").read_text())
        run = subprocess.run(
            [self.harness, "configure", self.folder / "from-camera-samples", "-o", self.folder / "tested", "--decoder", "zxing",
             "--answers", answers, "--time", "10s", "--test"], capture_output=True, text=True, check=False)
        expect(run.returncode == 0 and "4 of 4 samples as the harness reads them" in run.stdout, run.stdout + run.stderr)
        self.facts["its program"] = run.stdout.strip().splitlines()[-1]

    async def kept(self):
        """A frame is kept as a sample, the camera is fitted to a known code, and a video plays as a camera does."""
        live = self.live("--decoder", "zxing")
        async with Browser(self.moving()).page(live.address, 900) as page:
            await shown_pixels(page)
            await page.click("#distances summary")
            await page.click("#fit")
            expect("Type both" in await page.text_content("#fit-status"), "a fit without numbers is tried")
            await page.fill("#fit-code", "20")
            await page.fill("#fit-distance", "400")
            await asyncio.sleep(1)
            await page.click("#fit")
            await wait(page, "document.getElementById('fit-status').textContent.includes('still changes')")
        live.end()
        live = self.live("--decoder", "zxing")
        async with Browser(self.still()).page(live.address, 900) as page:
            await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
            await shown_pixels(page)
            await page.focus("#keep")
            await page.keyboard.press("Enter")
            await wait(page, "!document.getElementById('kept').hidden")
            lines = await page.locator("#kept-commands code").all_text_contents()
            expect([line.split()[1] for line in lines] == ["scan", "explain", "grade", "configure"], f"{lines}")
            for line in lines[:3]:  # LiveServerTests runs the search.
                run = subprocess.run([self.harness, *line.split()[1:]], capture_output=True, text=True, check=False)
                expect(run.returncode == 0, f"{line} ends with {run.returncode}: {run.stderr}")
            await page.click("#kept-commands button")
            await wait(page, "document.getElementById('done').textContent.startsWith('Copied')")
            copied = await page.evaluate("navigator.clipboard.readText()")
            expect(copied == lines[0], f"copied {copied}, not {lines[0]}")
            await page.click("#distances summary")
            await page.fill("#fit-code", "20")
            await page.fill("#fit-distance", "400")
            await page.focus("#fit")
            await page.keyboard.press("Enter")
            await wait(page, "document.getElementById('fit-next').textContent.includes('--focal-pixels')")
            await wait(page, "document.getElementById('interval').textContent.includes('away')")
            await page.click("#camera-settings summary")
            for size, word in [("640x480", "fit it again"), ("1280x720", "40.0 cm away")]:
                await page.select_option("#resolution", size)
                await wait(page, f"harnessLive.latest.width === {size.split('x')[0]} && "
                           f"document.getElementById('interval').textContent.includes('{word}')")
            self.facts["fitted"] = await page.text_content("#fit-status")
            self.facts["then shown"] = await page.text_content("#interval")
            film = await page.evaluate("""async () => {
              const chunks = [];
              const recorder = new MediaRecorder(document.querySelector("#stage").captureStream(10), { mimeType: "video/webm" });
              recorder.ondataavailable = (event) => chunks.push(event.data);
              const done = new Promise((resolve) => { recorder.onstop = resolve; });
              recorder.start();
              await new Promise((resolve) => setTimeout(resolve, 3000));
              recorder.stop();
              await done;
              return Array.from(new Uint8Array(await new Blob(chunks).arrayBuffer()));
            }""")
            path = self.folder / "film.webm"
            path.write_bytes(bytes(film))
            await page.set_input_files("#files", path)
            before = await page.evaluate("harnessLive.state.number")
            await wait(page, "document.getElementById('status').textContent.includes('The video is over')")
            after = await page.evaluate("harnessLive.state.number")
            expect(after > before + 2, f"{after - before} frames of the video were read")
            expect(await page.evaluate("harnessLive.latest.symbols.length"), "nothing is read in the video")
            await page.click("#start")
            await wait(page, f"harnessLive.state.number > {after + 3}")
            expect(not page.problems, f"the page reports {page.problems}")
        live.end()

    async def phone(self):
        """Over TLS, at another address than this machine's own name, a touch screen's camera is read."""
        live = self.live("--decoder", "zxing", "--host", "127.0.0.2", "--tls")
        async with Browser(self.near()).page(live.address, 400, 800) as page:
            await shown_pixels(page)
            await wait(page, "window.seen.length >= 12")
            errors = await self.errors(page, self.near_truth)
            expect(errors and max(errors) < 0.01, f"sizes are off: {errors}")
            expect(await page.is_visible("#snap"), "a phone cannot take single pictures")
            wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth")
            expect(not wide, "the page is wider than a phone")
            if self.pictures:
                await page.screenshot(path=self.pictures / "phone.png", full_page=True)
            expect(not page.problems, f"the page reports {page.problems}")
        code, alive = live.end()
        expect(code == 0 and not alive, f"it ended with {code} and left {alive}")
        # Without TLS a browser has no camera; its own program takes single pictures.
        live = self.live("--decoder", "zxing", "--host", "127.0.0.1")
        hidden = "Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined });"
        async with Browser().page(live.address, 400, 800, script=hidden) as page:
            await wait(page, "document.getElementById('status').textContent.includes('--tls')")
            expect(await page.is_visible("#snap"), "no single pictures can be taken")
            await page.set_input_files("#snap", self.code("TAKEN"))
            await wait(page, "document.getElementById('value').textContent === 'TAKEN'")
        live.end()

    async def denied(self):
        """A page that is not allowed the camera says so, and what to do."""
        live = self.live()
        async with Browser(self.near(), is_allowed=False).page(live.address) as page:
            await wait(page, "document.getElementById('status').textContent.includes('not allowed')")
        live.end()

    async def no_camera(self):
        """A machine without a camera is told so, and pictures can be opened; markup in a code shows as text."""
        live = self.live()
        async with Browser().page(live.address) as page:
            await wait(page, "document.getElementById('status').textContent.includes('There is no camera')")
            markup = "<img src=x onerror=window.isBroken=1>"
            await page.set_input_files("#files", self.code(markup))
            await wait(page, "document.getElementById('value').textContent.includes('<img')")
            expect(await page.text_content("#value") == markup, "the value is another text")
            expect((await page.text_content("#status")).endswith(": 1 symbol read."), "the symbol of the picture is not told")
            expect(not await page.query_selector("#reading img"), "a value became markup")
            expect(not await page.evaluate("window.isBroken"), "a value was run as a script")
        live.end()

    async def folder_of_images(self):
        """Images that were named on the command line are read one after the other."""
        pictures = self.folder / "images"
        pictures.mkdir(exist_ok=True)
        for text in ["one", "two"]:
            subprocess.run(["qrencode", "-o", pictures / f"{text}.png", text], check=True)
        live = self.live(pictures)
        async with Browser().page(live.address) as page:
            for text in ["one", "two", "one"]:
                await wait(page, f"document.getElementById('value').textContent === '{text}'")
                await page.click("#next")
        live.end()

    async def second_tab(self):
        """A second tab is refused while the first one lives, and the first one can be reloaded."""
        live = self.live()
        async with Browser(self.near()).page(live.address) as page:
            await shown_pixels(page)
            other = await page.context.new_page()
            answer = await other.goto(live.address)
            expect(answer.status == 409, f"a second tab got {answer.status}")
            await other.close()
            await page.reload()
            await shown_pixels(page)
        live.end()

    async def ended(self):
        """Within two seconds of Ctrl-C the page says that the harness has ended; so does each button, and it stays said."""
        live = self.live("--decoder", "zxing")
        # An answer that comes after the end must not talk over it.
        late = """
          const soon = window.fetch;
          window.fetch = async (path, options) => {
            const answer = await soon(path, options);
            if (String(path).startsWith("frame")) await new Promise((done) => setTimeout(done, 600));
            return answer;
          };
        """
        async with Browser(self.near()).page(live.address, script=late) as page:
            await shown_pixels(page)
            await page.click("#keep")
            await wait(page, "!document.getElementById('kept').hidden")
            await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
            await page.fill("#fit-code", "20")
            await page.fill("#fit-distance", "400")
            for _ in range(2):
                await page.click("#walk-start")
                await wait(page, "document.getElementById('walk-count').textContent.includes('frame')")
                await page.click("#walk-end")
                await wait(page, "document.getElementById('walk-status').textContent.startsWith('Measured by hand')")
            other = await page.context.new_page()
            expect((await other.goto(live.address)).status == 409, "a second tab is not refused")
            await other.close()
            live.process.send_signal(signal.SIGINT)
            words = "document.getElementById('status').textContent.startsWith('The harness has ended')"
            await wait(page, words, 2)
            await asyncio.sleep(1.5)
            expect(await page.evaluate(words), f"the end is talked over: {await page.text_content('#status')}")
            for button, line in [("freeze", "done"), ("save-png", "done"), ("save-json", "done"), ("keep", "done"),
                                 ("fit", "fit-status"), ("walk-start", "walk-status"), ("aim-clear", "aim-status")]:
                await page.evaluate(f"document.getElementById('{line}').textContent = ''")
                await page.click(f"#{button}")
                await wait(page, f"/^Not .*: The harness has ended/.test(document.getElementById('{line}').textContent)", 3)
            expect(not await page.is_visible("#kept"), "what was kept before looks like what was not")
        Live.end_all()

    async def broken(self, mood, words):
        live = self.live("--plugin", HOSTILE, "--decoder", f"hostile:mood={mood}", "--decoder", "zxing",
                         "--timeout", "1s", "--give-up-after", "100")
        async with Browser(self.near()).page(live.address) as page:
            found = " || ".join(f"lamp.textContent.includes('{word}')" for word in words)
            await wait(page, f"[...document.querySelectorAll('.lamp')].slice(0, 1).some((lamp) => {found})", 40)
            seen = await page.evaluate("window.seen.length")
            await wait(page, f"window.seen.length > {seen + 5}", 40)
            await wait(page, "document.querySelectorAll('.lamp')[1].textContent.startsWith('read')")
        code, alive = live.end()
        expect(not alive, f"workers {alive} are still there")

    async def crashing(self):
        """A decoder that crashes is shown as that, and the others go on."""
        await self.broken("abort", ["crashed"])

    async def hanging(self):
        """A decoder that hangs is shown as that, and the others go on."""
        await self.broken("hang", ["no answer in time"])

    async def speed(self):
        """With three decoders at 1280 x 720, 10 frames a second have outlines within 150 ms, and memory stays flat."""
        live = self.live("--decoder", "zbar", "--decoder", "zxing", "--decoder", "dmtx:timeout-ms=20")
        seconds = 60
        async with Browser(self.near()).page(live.address) as page:
            await shown_pixels(page)
            await asyncio.sleep(5)
            before, start = live.kilobytes, await page.evaluate("harnessLive.state.number")
            await asyncio.sleep(seconds)
            after, end = live.kilobytes, await page.evaluate("harnessLive.state.number")
            median = statistics.median(await page.evaluate("harnessLive.latencies"))
            server = statistics.median(await page.evaluate("seen.slice(-100).map((one) => one.frame.serverMilliseconds)"))
        live.end()
        self.facts["speed"] = (f"{median:.0f} ms from frame to outline (median), {server:.0f} ms of them in the harness; "
                               f"{(end - start) / seconds:.1f} frames a second")
        self.facts["memory"] = f"{before / 1024:.0f} MB, after {end - start} frames {after / 1024:.0f} MB"
        expect(after < before * 1.3 + 20_000, f"memory grows: {self.facts['memory']}")
        expect(median < 150 and end - start > 9.5 * seconds, f"it is too slow: {self.facts['speed']}")

    async def endurance(self):
        """Over 20 000 frames with three decoders no process grows; a frame that comes too early is refused at once."""
        self.near()
        live = self.live("--decoder", "zbar", "--decoder", "zxing", "--decoder", "dmtx:timeout-ms=20")
        client, series, family, times, early = Client(live.address), {}, {}, [], {200: 0, 409: 0}

        def send(number, connection):
            return client.frame(number, self.near_frames[number % len(self.near_frames)], connection)

        for number in range(self.frames):
            answers = []
            # Now and then two come at once, and one of them is too early.
            others = [threading.Thread(target=lambda: answers.append(send(number, 1))) for _ in range(number % 100 == 50)]
            for other in others:
                other.start()
            start = time.monotonic()
            answers.append(send(number, 0))
            times.append(1000 * (time.monotonic() - start))
            for other in others:
                other.join()
            answer = next((one for one in answers if one), None)
            expect(answer, f"frame {number} was refused")
            if others:
                early[409 if False in answers else 200] += 1
            expect(any(part["status"] == "read" for symbol in answer["symbols"] for part in symbol["decoders"]),
                   f"nobody read frame {number}")
            if number == 20:
                family = live.family
            if number > 20 and number % max(1, self.frames // 400) == 0:
                expect(live.family == family, f"processes came or went by frame {number}: {live.family}, not {family}")
                for name, process in family.items():
                    # A series makes hours of seconds, and so of 3.6 for each frame: thousands of frames.
                    for what, value in zip(("KB", "descriptors", "threads"), soak.sample(process)):
                        series.setdefault((name, what), soak.Series(name, what, True)).add(3.6 * number, value)
        live.end()
        self.facts["from a frame to its answer"] = (
            f"{statistics.median(times):.0f} ms (median of {len(times)}), load {os.getloadavg()[0]:.1f}")
        self.facts["frames that came too early"] = f"{early[409]} refused, {early[200]} read after the other's end"
        grown = []
        for (name, what), one in series.items():
            (slope, half), _, grows = one.growth()
            if what == "KB" or slope:
                self.facts[f"{name}, {what}"] = (
                    f"{slope:+.2f} [{slope - half:+.2f}, {slope + half:+.2f}] in a thousand frames, last {one.points[-1][1]}")
            if grows:
                grown.append(f"{name}, {what}")
        expect(not grown, f"grows: {', '.join(grown)}")
        expect(early[409] >= 9 * early[200], f"frames were queued: {early}")

    async def screen(self):
        """A scanner that types as a keyboard does: its planted threshold is found, doubled and late answers too."""
        folder = self.folder / "screen"
        folder.mkdir(exist_ok=True)
        (folder / "planted.yaml").write_text(PLANTED)
        subprocess.run([self.harness, "corpus", "render", "planted.yaml", "-o", "drawn"], cwd=folder, check=True,
                       capture_output=True)
        texts = {}
        for line in (folder / "drawn" / "manifest.jsonl").read_text().splitlines():
            record = json.loads(line)
            texts[record["sample"]] = base64.b64decode(record["symbols"][0]["bytes"]).decode()
        live = Live(self.harness, "--name", "Keys 1", "--corpus", "planted.yaml", "--trials", "4", "--timeout", "600ms",
                    "--pause", "50ms", "--scale", "3", "-o", "out", command="screen", folder=folder)
        generator, done, earlier, doubled, pasted = random.Random(self.seed), -1, "", 0, 0
        async with Browser().page(live.address, 900, 900) as page:
            await self.look(page, "screen")
            await page.focus("#ruler")
            before = await page.text_content("#size")
            await page.keyboard.press("ArrowRight")
            expect(await page.text_content("#size") != before, "the ruler does not move by keys")
            await page.set_viewport_size({"width": 200, "height": 900})
            await page.focus("#start")
            await page.keyboard.press("Enter")
            await wait(page, "document.getElementById('status').textContent.includes('wider than the window')")
            expect(await page.evaluate("harnessScreen.state.turn.state") == "waiting", "half a symbol was shown")
            await page.set_viewport_size({"width": 900, "height": 900})
            await page.click("#hold")
            start = time.monotonic()
            while time.monotonic() < start + 120:
                if await page.evaluate("harnessScreen.state.isOver"):
                    break
                turn = await page.evaluate("harnessScreen.state.turn")
                if not turn or turn["state"] != "shown" or turn["number"] == done:
                    await asyncio.sleep(0.01)
                    continue
                done, level = turn["number"], float(turn["name"].split("/")[3])
                if done == 3:
                    sides = await page.evaluate("[sample.width, sample.getBoundingClientRect().width * devicePixelRatio]")
                    expect(sides[0] % 3 == 0 and abs(sides[0] - sides[1]) < 0.01, f"no whole pixels: {sides}")
                    await page.keyboard.type(earlier)
                    await page.keyboard.press("Enter")
                    await wait(page, "harnessScreen.state.turn.screen.doubled === 1")
                    doubled += 1
                if generator.random() < 1 / (1 + math.exp((2.6 - level) / 0.15)):
                    earlier = texts[turn["name"]]
                    if done == 1:
                        await page.click("#hold")
                    if done == 2:
                        await page.evaluate(PASTE, earlier)
                    else:
                        await page.keyboard.type(earlier)
                    # Some scanners send no Enter: silence ends their answers.
                    if done % 3:
                        await page.keyboard.press("Enter")
                    if done == 1:
                        await wait(page, "harnessScreen.state.turn.state === 'pause'")
                        await self.look(page, "screen-shown")
                        await page.click("#hold")
                    pasted += done == 2
                elif done % 2:
                    await page.keyboard.press("Escape")
            await wait(page, "document.getElementById('status').textContent.includes('Every sample')")
            expect(doubled and pasted, "nothing was doubled or pasted")
            expect(not [one for one in page.problems if "WebSocket" not in one], f"errors in the page: {page.problems}")
        live.process.communicate(timeout=20)
        Live.running.remove(live.process)
        expect(live.process.returncode == 0, f"it ended with {live.process.returncode}")
        scores = json.loads((folder / "out" / "scores.json").read_text())
        found = scores["decoders"][0]["groups"][0]["meanThreshold"]
        answers = scores["outcome"]["screen"]
        self.facts["screen"] = (f"planted 2.60 px, found {found['value']:.2f} ({found['lower']:.2f} to "
                                f"{found['upper']:.2f}) from {done + 1} samples; {answers['missing']} missing, "
                                f"{answers['doubled']} doubled")
        expect(found["lower"] <= 2.6 <= found["upper"], self.facts["screen"])
        expect(answers["doubled"] == 1 and answers["late"] == 0 and answers["stray"] == 0, f"{answers}")
        report = subprocess.run([self.harness, "report", "out"], cwd=folder, capture_output=True, text=True, check=False)
        expect(report.returncode == 0 and "Keys 1" in (folder / "out" / "report.html").read_text(),
               f"no report: {report.stderr}")

    async def looks(self):
        """The page fits 400, 900 and 1600 px, in light and dark, and axe finds nothing in it."""
        live = self.live("--camera", "26mm", "--code-size", "20mm")
        async with Browser(self.near()).page(live.address) as page:
            await shown_pixels(page)
            await self.look(page, "live")
            await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
            await page.click("#keep")
            await wait(page, "!document.getElementById('kept').hidden")
            await page.click("#walk-start")
            seen = await page.evaluate("window.seen.length")
            await wait(page, f"window.seen.length > {seen + 10}")
            await page.click("#walk-end")
            await wait(page, "!document.getElementById('walk-table').parentElement.hidden")
            await self.look(page, "live-open")
        live.end()

    async def controls(self):
        """What a camera has can be set, the page shows what it reads, and says why it stops."""
        live = self.live("--decoder", "zbar", "--decoder", "zxing")
        async with Browser(self.near()).page(live.address, script=ABILITIES) as page:
            await shown_pixels(page)
            await page.click("#camera-settings summary")
            expect(await page.locator("#cameras option").count() >= 1, "no camera is listed")
            expect("delivered 1280 × 720" in await page.text_content("#delivered"), "not the resolution that was asked for")
            await page.check("#torch")
            for control in ["zoom", "focus"]:
                await page.focus(f"#{control}")
                await page.keyboard.press("ArrowRight")
            asked = await page.evaluate("window.asked")
            expect(asked == [{"zoom": True}, {"torch": True}, {"zoom": 1.5},
                             {"focusMode": "manual", "focusDistance": 0.25}], f"{asked}")

            async def frames(seconds):
                before = await page.evaluate("harnessLive.state.number")
                await asyncio.sleep(seconds)
                return await page.evaluate("harnessLive.state.number") - before

            await page.select_option("#rate", "2")
            await asyncio.sleep(0.5)
            slow = await frames(3)
            expect(3 <= slow <= 7, f"{slow} frames in 3 s, not two a second")
            expect((await page.text_content("#kind")).startswith("QR Code"), "the type is not told")
            expect(re.match(r"QR Code: 1 code in \d+ frames", await page.text_content("#counters")), "nothing is counted")
            expect(re.search(r"\d px per module now", await page.get_attribute("#chart", "aria-label")), "the chart is silent")
            late = """lampState({ milliseconds: 900, isLate: true, outcome: "answered" }, { status: "unsupported" }, { codes: "QR Codes" })"""
            expect(await page.evaluate(late) == ["quiet", "does not read QR Codes"], "a decoder that cannot read it is called slow")
            expect(not await page.locator("#decoders svg:visible").count(), "bars are shown without a run")
            await wait(page, "document.getElementById('no-run-line').textContent === 'harness compare --corpus qr-small'")
            expect("for zbar, zxing: no stored run" in await page.text_content("#no-run-text"), "a missing run is not told once")
            expect(await page.evaluate("counted(1, 'frame') + counted(2, 'frame')") == "1 frame2 frames", "no singular")
            phantom = """[chosen(inView({ symbols: [{ isBacked: false, modulePixels: 9, decoders: [] }] })),
              showDecoder(0, { milliseconds: 5, outcome: "answered" }, { decoders: [{ status: "missed", claim: "OTHER" }] }, "")
                || lamps[0].lamp.textContent]"""
            expect(await page.evaluate(phantom) == [None, "phantom? OTHER"], "one decoder's word is taken for a code")
            colours = await page.evaluate(COLOURS)
            expect(min(colours) > 200, f"outlines have {colours} pixels of the decoders' colours")
            await page.evaluate("""Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
              document.dispatchEvent(new Event("visibilitychange"))""")
            await asyncio.sleep(0.3)
            expect(await frames(1.5) == 0, "frames are read for nobody")
            expect((await page.text_content("#status")).startswith("Paused"), "nothing says why it stands still")
            await page.evaluate("delete document.hidden")
            expect(await frames(2) >= 1, "it does not go on")
            await page.evaluate("harnessLive.state.stream.getVideoTracks()[0].onended()")
            await asyncio.sleep(0.5)
            expect("camera is gone" in await page.text_content("#status"), "a camera that is gone is not missed")
            expect(await page.evaluate(DROP, list(self.code("DROPPED").read_bytes())), "a drop is not invited")
            await wait(page, "document.getElementById('value').textContent === 'DROPPED'")
            expect(not page.problems, f"the page reports {page.problems}")
            live.end()
            await wait(page, "document.getElementById('status').textContent.startsWith('The harness has ended')")


SHORT = ["first_number", "freeze", "ended", "scan_area", "no_camera", "denied", "second_tab", "screen"]
LONG = [*SHORT, "controls", "phone", "kept", "configure", "configure_camera", "folder_of_images", "crashing", "hanging", "walk", "streams", "speed", "looks"]


async def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("harness")
    parser.add_argument("--short", action="store_true", help="the part that make test runs")
    parser.add_argument("--pictures", help="a folder for screenshots")
    parser.add_argument("--cases", help="some cases alone, separated by commas; endurance runs only if named (half an hour)")
    parser.add_argument("--seed", type=int, default=5, help="of the answers that screen's scanner gives")
    parser.add_argument("--frames", type=int, default=20_000, help="the frames of endurance")
    options = parser.parse_args()
    cases = options.cases.split(",") if options.cases else SHORT if options.short else LONG
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
    failures = 0
    with tempfile.TemporaryDirectory(prefix="harness-live-") as folder:
        check = Check(options, folder)
        for case in cases:
            start = time.monotonic()
            try:
                await getattr(check, case)()
                word = "ok"
            except Exception as error:  # A case that breaks is a case that fails.
                failures += 1
                word = f"FAILED: {error}".splitlines()[0]
            Live.end_all()
            print(f"{case}: {word} ({time.monotonic() - start:.1f} s) {getattr(Check, case).__doc__}", flush=True)
            for name, fact in check.facts.items():
                print(f"    {name}: {fact}", flush=True)
            check.facts = {}
    return 1 if failures else 0


sys.exit(asyncio.run(main()))
