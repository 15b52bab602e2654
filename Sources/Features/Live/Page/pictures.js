// Freezing and saving a frame; pictures from files and from the command line.
const setFrozen = (isFrozen) => {
  state.isFrozen = isFrozen;
  $("freeze").textContent = isFrozen ? "Go on" : "Freeze";
  if (isFrozen) say(`Frozen: frame ${state.shown.number}.`);
};

// The last answered frame stays at the server, so that what is saved is what was read.
const freeze = async () => {
  state.isHeld = true;
  try {
    await answered();
    await ask("POST", `freeze?number=${state.shown.number}`);
    setFrozen(true);
  } finally {
    state.isHeld = false;
  }
};

// Does something with the frozen frame; a frame that was not frozen before goes on after it.
const withFrozen = async (what, work) => {
  const wasFrozen = state.isFrozen;
  tell("done", "");
  try {
    if (!wasFrozen) await freeze();
    await work(state.shown.number);
  } catch (error) {
    fail(error, "done", what);
  }
  if (!wasFrozen) setFrozen(false);
};

const save = (ending) => withFrozen("Not saved", async (number) => {
  const blob = await (await ask("GET", `frame.${ending}?number=${number}`)).blob();
  download(blob, `frame-${String(number).padStart(6, "0")}.${ending}`);
});
$("freeze").addEventListener("click", async () => {
  tell("done", "");
  if (state.isFrozen) return setFrozen(false);
  try {
    await freeze();
  } catch (error) {
    fail(error, "done", "Not frozen");
  }
  return undefined;
});
$("save-png").addEventListener("click", () => save("png"));
$("save-json").addEventListener("click", () => save("json"));

// A command line with what it does, and a button that copies it.
const commandLine = ({ does, line }, status) => {
  const [term, description, text, button] = ["dt", "dd", "code", "button"].map((name) => document.createElement(name));
  term.textContent = does;
  text.textContent = line;
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy the command: ${does}`);
  copies(button, text, does, status);
  description.append(text, " ", button);
  return [term, description];
};

// A kept frame lies in a folder of samples; commands that go on with it are written below the picture.
$("keep").addEventListener("click", () => {
  $("kept").hidden = true;
  return withFrozen("Not kept", async (number) => {
    const kept = await (await ask("POST", `keep?number=${number}`)).json();
    tell("done", `Kept as ${kept.file}.`);
    $("kept-commands").replaceChildren(...kept.commands.flatMap((command) => commandLine(command, "done")));
    $("kept").hidden = false;
  });
});

$("fit").addEventListener("click", async () => {
  if (!$("fit-code").value || !$("fit-distance").value) {
    tell("fit-status", "Type both: how wide the code is, and how far it is from the lens.", true);
    return;
  }
  const body = { codeMillimetres: Number($("fit-code").value), distanceMillimetres: Number($("fit-distance").value) };
  try {
    const fit = await (await ask("POST", "calibrate", JSON.stringify(body))).json();
    tell("fit-status", `Focal length ${fit.focalPixels.toFixed(1)} px in frames of ${fit.width} × ${fit.height} px: `
      + `distances of codes ${body.codeMillimetres} mm wide are shown from now on.`);
    $("fit-next").replaceChildren(...commandLine({ does: "the same next time", line: fit.line }, "fit-status"));
  } catch (error) {
    fail(error, "fit-status", "Not fitted");
  }
});

// A video plays once, as a camera would.
const play = async (file) => {
  state.film = URL.createObjectURL(file);
  video.src = state.film;
  try {
    await video.play();
    say(`${file.name} plays.`);
  } catch {
    stopCamera();
    say(`${file.name} is no video that this browser can play.`, true);
  }
};
video.addEventListener("ended", () => {
  // A camera that ends is said elsewhere.
  if (!state.film) return;
  stopCamera();
  say("The video is over.");
});

const saySymbols = (name) => {
  const claimed = state.shown.symbols.filter((symbol) => !symbol.isBacked).length;
  say(`${name}: ${counted(inView(state.shown).filter((symbol) => !symbol.isFollowed).length, "symbol")} read`
    + (claimed ? `, and ${counted(claimed, "reading")} that nothing confirms.` : "."));
};

const readFiles = async (files) => {
  stopCamera();
  setFrozen(false);
  const film = files.find((file) => file.type.startsWith("video/"));
  if (film) {
    await play(film);
    return;
  }
  for (const file of files) {
    let bitmap;
    try {
      bitmap = await createImageBitmap(file);
    } catch {
      say(`${file.name} is no picture that this browser can open.`, true);
      continue;
    }
    await answered();
    await read(bitmap, bitmap.width, bitmap.height, file.name);
    bitmap.close();
    if (state.shown) saySymbols(file.name);
  }
};
for (const id of ["files", "snap"]) $(id).addEventListener("change", () => readFiles([...$(id).files]));
addEventListener("dragover", (event) => {
  event.preventDefault();
  $("drop").hidden = false;
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) $("drop").hidden = true; });
addEventListener("drop", (event) => {
  event.preventDefault();
  $("drop").hidden = true;
  readFiles([...event.dataTransfer.files]);
});

const next = async () => {
  stopCamera();
  setFrozen(false);
  if (state.isSending) return;
  tell("done", "");
  state.isSending = true;
  try {
    const frame = await (await ask("POST", "next")).json();
    const blob = await (await ask("GET", `frame.png?number=${frame.number}`)).blob();
    const bitmap = await createImageBitmap(blob);
    [grab.width, grab.height] = [bitmap.width, bitmap.height];
    grab.getContext("2d", { willReadFrequently: true }).drawImage(bitmap, 0, 0);
    show(frame, frame.name);
    saySymbols(frame.name);
  } catch (error) {
    fail(error, "done", "No next image");
  } finally {
    state.isSending = false;
  }
};
$("next").hidden = !facts.images;
$("next").addEventListener("click", next);
