// The scan area. What a drag or a text means and which symbols are kept is said by the harness; the page asks and draws.
const aimFields = { margins: "aim-margins", poi: "aim-poi", select: "aim-select", view: "aim-view" };
const aim = { guides: null, isOpen: () => $("aim").open };

const aimTool = () => document.querySelector("input[name=aim-tool]:checked").value;

const sayAim = (text, isBad) => tell("aim-status", text, isBad);

const showAim = (answer) => {
  aim.guides = answer.guides;
  for (const [name, id] of Object.entries(aimFields)) {
    // Nobody's typing is overwritten.
    if (document.activeElement !== $(id)) $(id).value = answer[name];
  }
  $("aim-scan").textContent = answer.scan || "(nothing to add: all of each frame is scanned)";
  $("aim-configure").textContent = answer.configure;
  $("aim-library").textContent = answer.library;
  if (!state.shown) return;
  state.shown.guides = answer.guides;
  draw(state.shown);
};

const typedAim = () => Object.fromEntries(Object.entries(aimFields).map(([name, id]) => [name, $(id).value]));

const postAim = async (gesture, texts) => {
  if (!state.shown) {
    sayAim("A scan area lies over a picture: wait for the first frame.", true);
    return false;
  }
  const body = {
    ...(texts || typedAim()), edge: $("aim-edge").value, areaEdge: $("aim-area-edge").value,
    width: grab.width, height: grab.height,
  };
  if (gesture) body.gesture = { unit: $("aim-unit").value, ...gesture };
  try {
    showAim(await (await ask("POST", "aim", JSON.stringify(body))).json());
    sayAim("");
    return true;
  } catch (error) {
    if (error.status === 400) sayAim(error.message, true);
    else fail(error, "aim-status", "Not set");
    return false;
  }
};

// A camera's next frame is read with the new area; a picture, or a frozen frame, is read once more.
const readAgain = async () => {
  if (!state.shown || (isRunning() && !state.isFrozen)) return;
  const wasFrozen = state.isFrozen;
  await answered();
  const picture = await createImageBitmap(grab);
  await read(picture, picture.width, picture.height, state.source || "frozen");
  picture.close();
  if (!wasFrozen) return;
  setFrozen(true);
  await ask("POST", `freeze?number=${state.shown.number}`).catch((error) => fail(error, "aim-status", "Not frozen"));
};

const turnAim = oneByOne(async (gesture, isLast, texts) => {
  if (await postAim(gesture, texts) && isLast) await readAgain();
});

const typeAim = () => turnAim(null, true, typedAim());
for (const id of [...Object.values(aimFields), "aim-edge", "aim-area-edge"]) $(id).addEventListener("change", typeAim);
$("aim-clear").addEventListener("click", () => {
  for (const id of Object.values(aimFields)) $(id).value = "";
  typeAim();
});

dragOver(stage, () => aim.isOpen() && state.shown, aimTool, turnAim);

// By keyboard: arrows move the point of interest, + and - make the selection larger and smaller.
stage.addEventListener("keydown", (event) => {
  if (!aim.isOpen() || !state.shown || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = (event.shiftKey ? 0.05 : 0.01) * Math.min(stage.width, stage.height);
  const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
  const grows = { "+": [step, step], "=": [step, step], "-": [-step, -step] };
  const to = moves[event.key] || grows[event.key];
  if (!to) return;
  event.preventDefault();
  turnAim({ target: moves[event.key] ? "move" : "grow", from: [0, 0], to }, true);
});
const openAim = () => {
  stage.tabIndex = aim.isOpen() ? 0 : -1;
  stage.classList.toggle("aiming", aim.isOpen());
  if (aim.isOpen() && state.shown) turnAim(null, false);
};
$("aim").addEventListener("toggle", openAim);

const fates = {
  "kept": "kept", "not-selected": "not selected", "outside-area": "outside the scan area",
  "place-unknown": "left out: its place is not known",
};
const showFates = (frame) => {
  const isAimed = Boolean(frame.guides);
  $("aim-fates").hidden = !isAimed;
  if (frame.aimProblem) sayAim(`Not used: ${frame.aimProblem}.`, true);
  if (!isAimed) return;
  const rows = [...frame.symbols].sort((a, b) => (isKept(a) ? 0 : 1) - (isKept(b) ? 0 : 1)).slice(0, 40);
  const kept = frame.symbols.filter(isKept).length;
  $("aim-fates").querySelector("p").textContent = `${kept} kept, ${frame.symbols.length - kept} dropped`;
  $("aim-fates").querySelector("ul").replaceChildren(...rows.map((symbol) => {
    const node = item(`${fates[symbol.fate || "kept"]}: ${symbol.value.slice(0, 80)} (${symbol.symbology})`
      + (symbol.isBacked ? "" : ", a phantom?"));
    node.className = isKept(symbol) ? "kept" : "dropped";
    return node;
  }));
};
