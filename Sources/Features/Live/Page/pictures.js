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
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `frame-${String(number).padStart(6, "0")}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  } catch (error) {
    fail(error);
  }
  if (!wasFrozen) setFrozen(false);
};
$("freeze").addEventListener("click", freeze);
$("save-png").addEventListener("click", () => save("png"));
$("save-json").addEventListener("click", () => save("json"));



const readFiles = async (files) => {
  stopCamera();
  setFrozen(false);
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
$("files").addEventListener("change", () => readFiles([...$("files").files]));
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
