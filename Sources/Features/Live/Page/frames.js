// Frames go to the harness one at a time: what comes while one is being read is dropped.
const decoders = facts.decoders.map((name, index) => ({ name, look: facts.looks[index] }));
const video = document.createElement("video");
video.muted = true;
video.playsInline = true;
// The frame that is shown, and canvases for others: one is being read while the next one is prepared.
let grab = document.createElement("canvas");
const spares = [];
const stage = $("stage");
const chart = new Chart($("chart"), decoders, 60);
// A walk's picture has the whole walk.
const walkCourse = new Chart(null, decoders, Infinity);
const counters = new Map();
const state = {
  stream: null, film: null, isFrozen: false, isHeld: false, isSending: false, isOver: false, walk: false, number: 0, shown: null,
  lastStart: 0, waiting: null, sentAt: 0, grabbing: 20, reading: 60, times: [], source: "", wanted: null, phantoms: decoders.map(() => 0),
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

const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
const codesOf = (symbology) => symbology + (symbology.endsWith("Code") ? "s" : " codes");

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

const message = (width, height, pixels, milliseconds) => {
  const bytes = new Uint8Array(24 + width * height);
  const head = new DataView(bytes.buffer);
  bytes.set([0x48, 0x4c, 0x46, 0x31]);
  head.setUint32(8, width, true);
  head.setUint32(12, height, true);
  head.setFloat64(16, milliseconds, true);
  for (let from = 0, to = 24; to < bytes.length; from += 4, to += 1) {
    bytes[to] = (77 * pixels[from] + 150 * pixels[from + 1] + 29 * pixels[from + 2] + 128) >> 8;
  }
  return bytes;
};

const blend = (mean, time) => mean + 0.2 * (time - mean);

// Takes what a picture shows now, as the harness gets it.
const prepare = (picture, width, height) => {
  const start = performance.now();
  const scale = Math.min(1, 4096 / Math.max(width, height));
  const [columns, rows] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = spares.pop() || document.createElement("canvas");
  if (canvas.width !== columns || canvas.height !== rows) [canvas.width, canvas.height] = [columns, rows];
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.clearRect(0, 0, columns, rows);
  pen.drawImage(picture, 0, 0, columns, rows);
  const bytes = message(columns, rows, pen.getImageData(0, 0, columns, rows).data, start);
  state.grabbing = blend(state.grabbing, performance.now() - start);
  return { canvas, bytes, start };
};

// Sends a frame, and draws the answer.
const send = async ({ canvas, bytes, start }, name) => {
  state.isSending = true;
  state.number += 1;
  new DataView(bytes.buffer).setUint32(4, state.number, true);
  state.sentAt = performance.now();
  let frame = null;
  try {
    frame = await (await ask("POST", name ? "frame?picture=1" : "frame", bytes)).json();
  } catch (error) {
    fail(error);
  }
  state.isSending = false;
  if (!frame) {
    spares.push(canvas);
    return null;
  }
  state.reading = blend(state.reading, performance.now() - state.sentAt);
  spares.push(grab);
  grab = canvas;
  // Before the answer is drawn: the harness need not wait for that.
  sendWaiting();
  show(frame, name);
  state.times.push(performance.now() - start);
  if (state.times.length > 200) state.times.shift();
  return frame;
};

const read = async (picture, width, height, name) =>
  (state.isSending || state.isOver ? null : send(prepare(picture, width, height), name));

const isLive = () => isRunning() && video.readyState >= 2 && video.videoWidth > 0
  && !state.isFrozen && !state.isHeld && !document.hidden && !state.isOver;

const sendWaiting = () => {
  if (!state.waiting || state.isSending || !isLive()) return;
  const frame = state.waiting;
  state.waiting = null;
  send(frame, "");
};

const tick = () => {
  if (!isLive()) {
    // What was prepared before a pause is old after it.
    if (state.waiting) spares.push(state.waiting.canvas);
    state.waiting = null;
    return;
  }
  const pause = 1000 / Number($("rate").value);
  const now = performance.now();
  // The next frame is prepared while the harness reads the one before, but only just before its answer is expected:
  // what waits grows old.
  const isSoon = !state.isSending || now - state.sentAt >= state.reading - state.grabbing - 10;
  if (!state.waiting && isSoon && now - state.lastStart >= pause) {
    // What one frame is late, the next one is not: the rate is kept on average.
    state.lastStart = Math.max(state.lastStart + pause, now - pause);
    state.waiting = prepare(video, video.videoWidth, video.videoHeight);
  }
  sendWaiting();
};
setInterval(tick, 10);
