// The parts that all pages have; a page's own scripts follow. No text from outside ever becomes markup.
const $ = (id) => document.getElementById(id);
const facts = JSON.parse(document.body.dataset.facts);

// Once the last word is said, nothing that comes later takes its place: an answer may still be on its way.
const sayLast = (text) => {
  say(text, true);
  document.body.classList.add("over");
};

const say = (text, isBad = false) => {
  if (document.body.classList.contains("over")) return;
  if ($("status").textContent !== text) $("status").textContent = text;
  $("status").classList.toggle("bad", isBad);
};

const ask = async (method, path, body) => {
  const response = await fetch(path, { method, body, headers: { "X-Harness-Key": facts.key } });
  if (response.ok) return response;
  const error = new Error(await response.text());
  error.status = response.status;
  throw error;
};

const download = (blob, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};

// The tab's socket: it says when the harness ends, and tells the harness when the tab is closed.
const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/tab?key=${facts.key}`);
// A page that is reloaded lives on until the new one comes: its socket ends before that one is asked for.
addEventListener("beforeunload", () => socket.close());
