// Freezing and saving a frame; pictures from files and from the command line.
const setFrozen = (isFrozen) => {
  state.isFrozen = isFrozen;
  $("freeze").setAttribute("aria-pressed", isFrozen);
  $("freeze").textContent = isFrozen ? "Go on" : "Freeze";
  if (isFrozen) say(`Frozen: frame ${state.shown.number}.`);
};

// The last answered frame stays at the server, so that what is saved is what was read.
const freeze = async () => {
  if (state.isFrozen) return setFrozen(false);
  state.isHeld = true;
  while (state.isSending) await new Promise((done) => setTimeout(done, 10));
  state.isHeld = false;
  setFrozen(true);
  try {
    await ask("POST", `freeze?number=${state.shown.number}`);
  } catch (error) {
    setFrozen(false);
    fail(error);
  }
  return undefined;
};

const save = async (ending) => {
  const wasFrozen = state.isFrozen;
  if (!wasFrozen) await freeze();
  try {
    const number = state.shown.number;
    const blob = await (await ask("GET", `frame.${ending}?number=${number}`)).blob();
    download(blob, `frame-${String(number).padStart(6, "0")}.${ending}`);
  } catch (error) {
    fail(error);
  }
  if (!wasFrozen) setFrozen(false);
};
$("freeze").addEventListener("click", freeze);
$("save-png").addEventListener("click", () => save("png"));
$("save-json").addEventListener("click", () => save("json"));

// A kept frame lies in a folder of samples; commands that go on with it are written below the picture.
$("keep").addEventListener("click", async () => {
  const wasFrozen = state.isFrozen;
  if (!wasFrozen) await freeze();
  try {
    const kept = await (await ask("POST", `keep?number=${state.shown.number}`)).json();
    $("kept-file").textContent = `Kept as ${kept.file}.`;
    $("kept-commands").replaceChildren(...kept.commands.flatMap((command) => {
      const [term, line, text] = ["dt", "dd", "code"].map((name) => document.createElement(name));
      term.textContent = command.does;
      text.textContent = command.line;
      line.append(text);
      return [term, line];
    }));
    $("kept").hidden = false;
  } catch (error) {
    fail(error);
  }
  if (!wasFrozen) setFrozen(false);
});

$("fit").addEventListener("click", async () => {
  const body = { codeMillimetres: Number($("fit-code").value), distanceMillimetres: Number($("fit-distance").value) };
  try {
    const fit = await (await ask("POST", "calibrate", JSON.stringify(body))).json();
    $("fit-status").textContent = `Focal length ${fit.focalPixels.toFixed(1)} px in frames of ${fit.width} × ${fit.height} px: `
      + `distances are shown from now on. Next time: ${fit.options}`;
  } catch (error) {
    $("fit-status").textContent = error.message;
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
    while (state.isSending) await new Promise((done) => setTimeout(done, 10));
    await read(bitmap, bitmap.width, bitmap.height, file.name);
    bitmap.close();
    if (state.shown) say(`${file.name}: ${state.shown.symbols.filter((symbol) => !symbol.isFollowed).length} symbols.`);
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
  state.isSending = true;
  try {
    const frame = await (await ask("POST", "next")).json();
    const blob = await (await ask("GET", `frame.png?number=${frame.number}`)).blob();
    const bitmap = await createImageBitmap(blob);
    [grab.width, grab.height] = [bitmap.width, bitmap.height];
    grab.getContext("2d", { willReadFrequently: true }).drawImage(bitmap, 0, 0);
    show(frame, frame.name);
    say(`${frame.name}: ${frame.symbols.filter((symbol) => !symbol.isFollowed).length} symbols.`);
  } catch (error) {
    fail(error);
  } finally {
    state.isSending = false;
  }
};
$("next").hidden = !facts.images;
$("next").addEventListener("click", next);
