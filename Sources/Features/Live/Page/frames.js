// Frames go to the harness one at a time: what comes while one is being read is dropped.
const decoders = facts.decoders.map((name, index) => ({ name, look: facts.looks[index] }));
const video = document.createElement("video");
video.muted = true;
video.playsInline = true;
const grab = document.createElement("canvas");
const stage = $("stage");
const chart = new Chart($("chart"), decoders, 60);
// A walk's picture has the whole walk.
const walkCourse = new Chart(null, decoders, Infinity);
const counters = new Map();
const state = {
  stream: null, film: null, isFrozen: false, isHeld: false, isSending: false, isOver: false, walk: false, number: 0, shown: null,
  lastStart: 0, times: [], source: "", wanted: null, phantoms: decoders.map(() => 0),
};
const isRunning = () => state.stream || state.film;
// For those who measure the page.
window.harnessLive = { state, counters, latest: null, latencies: state.times };

const ended = "The harness has ended, or lost this page. Start harness live again and open its new address; "
  + "if it still runs, reload.";
socket.addEventListener("close", () => {
  state.isOver = true;
  sayLast(ended);
});

// Waits for the answer to the frame that was sent.
const answered = async () => {
  while (state.isSending) await new Promise((done) => setTimeout(done, 10));
};

const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

const tell = (line, text, isBad = false) => {
  $(line).textContent = text;
  $(line).classList.toggle("bad", isBad);
};

// Whatever a button wanted of the harness and did not get is said beside it.
const fail = (error, line, what) => {
  if (line) tell(line, `${what}: ${error.status ? error.message : ended}`, true);
  else if (error.status && error.status !== 409) say(error.message, true);
  if (!error.status) say("The harness does not answer: start it again.", true);
};

// A button that copies a text. Where a browser does not copy for pages, the text is selected.
const copies = (button, source, name, line) => button.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(source.textContent);
    tell(line, `Copied: ${name}.`);
  } catch {
    getSelection().selectAllChildren(source);
    tell(line, "This browser does not copy for pages: the text is selected, copy it by Ctrl-C.", true);
  }
});
for (const button of document.querySelectorAll("[data-copy]")) {
  copies(button, $(button.dataset.copy), button.dataset.name, button.dataset.line);
}

const message = (number, width, height, pixels) => {
  const bytes = new Uint8Array(24 + width * height);
  const head = new DataView(bytes.buffer);
  bytes.set([0x48, 0x4c, 0x46, 0x31]);
  head.setUint32(4, number, true);
  head.setUint32(8, width, true);
  head.setUint32(12, height, true);
  head.setFloat64(16, performance.now(), true);
  for (let from = 0, to = 24; to < bytes.length; from += 4, to += 1) {
    bytes[to] = (77 * pixels[from] + 150 * pixels[from + 1] + 29 * pixels[from + 2] + 128) >> 8;
  }
  return bytes;
};

// Sends what a picture shows, and draws the answer.
const read = async (picture, width, height, name) => {
  if (state.isSending || state.isOver) return null;
  state.isSending = true;
  const start = performance.now();
  try {
    const scale = Math.min(1, 4096 / Math.max(width, height));
    grab.width = Math.max(1, Math.round(width * scale));
    grab.height = Math.max(1, Math.round(height * scale));
    const pen = grab.getContext("2d", { willReadFrequently: true });
    pen.drawImage(picture, 0, 0, grab.width, grab.height);
    const pixels = pen.getImageData(0, 0, grab.width, grab.height).data;
    state.number += 1;
    const bytes = message(state.number, grab.width, grab.height, pixels);
    const frame = await (await ask("POST", name ? "frame?picture=1" : "frame", bytes)).json();
    show(frame, name);
    state.times.push(performance.now() - start);
    if (state.times.length > 200) state.times.shift();
    return frame;
  } catch (error) {
    fail(error);
    return null;
  } finally {
    state.isSending = false;
    // The browser paints this frame while the harness reads the next one.
    tick();
  }
};

const tick = () => {
  const pause = 1000 / Number($("rate").value);
  const now = performance.now();
  const isReady = video.readyState >= 2 && video.videoWidth > 0;
  if (isRunning() && isReady && !state.isFrozen && !state.isHeld && !state.isSending && !document.hidden
    && now - state.lastStart >= pause) {
    // What one frame is late, the next one is not: the rate is kept on average.
    state.lastStart = Math.max(state.lastStart + pause, now - pause);
    read(video, video.videoWidth, video.videoHeight, "");
  }
};
setInterval(tick, 10);
