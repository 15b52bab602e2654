// Samples are shown one at a time; what a scanner types is sent as soon as it ends.
const cardMillimetres = 85.6;
const silence = 120;
const state = { turn: null, isRunning: false, isOver: false, isHeld: false, isChanging: false };
// For those who drive the page.
window.harnessScreen = { state, sent: [] };

const fail = (error) => {
  if (!state.isOver) say(error.status ? error.message : "The harness does not answer: start it again.", true);
};

socket.addEventListener("close", () => {
  if (!state.isOver) say("The harness has ended; the answers until then are kept. Start it again to go on.", true);
  state.isOver = true;
});

// The ruler. Sizes are in pixels of the screen, whatever the page's own unit is.
const ratio = () => window.devicePixelRatio || 1;
const pixelMillimetres = () => cardMillimetres / Number($("ruler").value);
const measure = () => {
  $("bar").style.width = `${Number($("ruler").value) / ratio()}px`;
  const pixel = pixelMillimetres();
  $("size").textContent = `A pixel of this screen is ${pixel.toFixed(4)} mm wide, so a pixel of a sample is `
    + `${(pixel * facts.scale).toFixed(3)} mm.`;
  $("option").textContent = `--pixel-size ${pixel.toFixed(4)}mm`;
};
$("question").textContent = `${facts.name}: ${facts.question}`;
$("ruler").value = Math.round(cardMillimetres / (facts.pixelMillimetres || 0.2646 / ratio()));
$("ruler").addEventListener("input", measure);
if (facts.pixelMillimetres) $("unmeasured").hidden = true;
measure();

const begin = async (path) => {
  try {
    await ask("POST", path);
    $("setup").hidden = true;
    $("show").hidden = false;
    $("main").focus();
    state.isRunning = true;
    await advance();
  } catch (error) {
    fail(error);
  }
};
$("start").addEventListener("click", () => begin(`start?pixel=${pixelMillimetres().toFixed(4)}`));
$("unmeasured").addEventListener("click", () => begin("start"));

const clear = () => { $("sample").width = 1; $("sample").height = 1; };
const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Draws a sample: each of its pixels is a square of whole pixels of the screen.
const draw = async (number) => {
  const picture = await createImageBitmap(await (await ask("GET", `sample.png?number=${number}`)).blob());
  const canvas = $("sample");
  canvas.width = picture.width * facts.scale;
  canvas.height = picture.height * facts.scale;
  const pen = canvas.getContext("2d");
  pen.imageSmoothingEnabled = false;
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return place();
};

// Puts the sample into the window's middle; false if it is wider.
const place = () => {
  const canvas = $("sample");
  const paper = $("paper").getBoundingClientRect();
  const space = { width: paper.width * ratio(), height: Math.max(innerHeight * 0.6, 200) * ratio() };
  canvas.style.width = `${canvas.width / ratio()}px`;
  canvas.style.height = `${canvas.height / ratio()}px`;
  // The middle, moved to where a pixel of the screen begins.
  const start = (origin, free) => (Math.round(origin * ratio() + Math.max(free, 0) / 2) / ratio() - origin);
  canvas.style.left = `${start(paper.left, space.width - canvas.width)}px`;
  canvas.style.top = `${start(paper.top, space.height - canvas.height)}px`;
  $("paper").style.height = `${Math.max(space.height, canvas.height) / ratio()}px`;
  return canvas.width <= space.width;
};
addEventListener("resize", place);

const words = { taken: "answered", doubled: "doubled, not counted", late: "late: a miss", stray: "belongs to nothing" };
const take = (turn) => {
  state.turn = turn;
  const screen = turn.screen || {};
  if (turn.fate) $("last").textContent = `Last answer: ${words[turn.fate]}`
    + (turn.fate === "taken" && turn.verdict ? ` (${turn.verdict})` : "") + ".";
  else if (turn.verdict && turn.state === "pause") $("last").textContent = `Last sample: ${turn.verdict}.`;
  $("progress").textContent = `${turn.name || ""} · ${turn.left} of ${turn.total} to go · read ${turn.counts.read}, `
    + `misread ${turn.counts.misread}, missing ${screen.missing}, doubled ${screen.doubled}, late ${screen.late}`;
  if (turn.state === "over") {
    state.isOver = true;
    clear();
    say("Every sample has its answer. The scores are in the terminal.");
  }
};

const hold = (isHeld) => {
  state.isHeld = isHeld;
  $("hold").setAttribute("aria-pressed", isHeld);
};

// Goes on to the next sample, once there is silence.
const advance = async () => {
  if (state.isChanging || state.isOver || state.isHeld || !state.isRunning) return;
  state.isChanging = true;
  try {
    if (state.turn) { clear(); await wait(facts.pauseMilliseconds); }
    while (wedge.text && !state.isOver) await wait(50);
    const turn = await (await ask("POST", "next")).json();
    take(turn);
    if (state.isOver) return;
    const fits = await draw(turn.number);
    await painted();
    if (!fits) {
      // Half a symbol is no sample: its time does not begin.
      hold(true);
      say("The sample is wider than the window. Widen it and press Hold, or start with a smaller --scale.", true);
      return;
    }
    take(await (await ask("POST", `shown?number=${turn.number}`)).json());
    say("Scan the code.");
  } catch (error) {
    fail(error);
  } finally {
    state.isChanging = false;
  }
};

// Looks whether the time is over, or a program has answered. While somebody types, the answer is on its way.
const look = async () => {
  if (!state.isRunning || state.isOver || state.isChanging || wedge.text || wedge.sending) return;
  if (state.turn && state.turn.state !== "shown") { advance(); return; }
  try {
    const turn = await (await ask("GET", "turn")).json();
    if (!wedge.text && !wedge.sending && turn.state !== "shown") take(turn);
  } catch (error) {
    fail(error);
  }
};
setInterval(look, 100);

// The keyboard wedge: characters until Enter, Tab or silence.
const wedge = { text: "", since: 0, timer: 0, sending: 0 };
const send = async (text, since) => {
  wedge.sending += 1;
  try {
    const age = Math.max(performance.now() - since, 0).toFixed(1);
    take(await (await ask("POST", `answer?age=${age}`, text)).json());
    window.harnessScreen.sent.push([text, state.turn.fate]);
  } catch (error) {
    fail(error);
  } finally {
    wedge.sending -= 1;
  }
};
const flush = () => {
  clearTimeout(wedge.timer);
  const text = wedge.text;
  wedge.text = "";
  if (text) send(text, wedge.since);
};
addEventListener("keydown", (event) => {
  if (!state.isRunning || state.isOver || event.ctrlKey || event.metaKey || event.isComposing) return;
  if (event.key === "Escape" && !event.repeat) {
    event.preventDefault();
    $("missed").click();
  } else if (event.key === "Enter" || event.key === "Tab") {
    if (wedge.text) { event.preventDefault(); flush(); }
  } else if ([...event.key].length === 1) {
    if (event.key === " " && !wedge.text && event.target.closest("button")) return;
    event.preventDefault();
    if (!wedge.text) wedge.since = performance.now();
    wedge.text += event.key;
    clearTimeout(wedge.timer);
    wedge.timer = setTimeout(flush, silence);
  }
}, true);
addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text");
  if (!state.isRunning || !text) return;
  event.preventDefault();
  send(text, performance.now());
});
$("missed").addEventListener("click", () => {
  if (state.turn && state.turn.state === "shown") send("", performance.now());
  $("main").focus();
});
$("hold").addEventListener("click", () => {
  hold(!state.isHeld);
  say(state.isHeld ? "Held after this sample: press Hold again to go on." : "Going on.");
  // A scanner's Enter must not press the button once more.
  $("main").focus();
});
