// Colours for programs and settings. All of it stays text: a part that is coloured is a span with that text.
const common = "if else for while return break continue do switch case default struct enum static const void int char "
  + "float double bool true false null nil sizeof unsigned signed long short auto";
const languages = {
  swift: { comment: "//[^\\n]*|/\\*[\\s\\S]*?\\*/", words: "import let var func init self throw throws try catch guard in "
    + "where extension protocol final class public private package async await nonisolated mutating inout some any as is" },
  c: { comment: "//[^\\n]*|/\\*[\\s\\S]*?\\*/|#[ \\t]*\\w+[^\\n]*", words: "namespace using class template typename public private "
    + "new delete try catch throw nullptr operator override constexpr noexcept explicit virtual typedef uint8_t size_t" },
  python: { comment: "#[^\\n]*", words: "def import from as with try except finally raise in is not and or None True False "
    + "lambda yield class pass elif global" },
  plain: { comment: "#[^\\n]*", words: "" },
  json: { comment: "(?!)", words: "" },
};
const endings = {
  swift: "swift", c: "c", h: "c", cpp: "c", hpp: "c", cc: "c", m: "c", mm: "c", py: "python", json: "json", yaml: "plain",
  txt: "plain", sh: "plain", toml: "plain",
};

const colourCode = (name, text) => {
  const file = name.split("/").pop();
  const language = languages[endings[file.split(".").pop()] || (/^(Makefile|Dockerfile)$/.test(file) ? "plain" : "")];
  if (!language) return [text];
  const known = new Set((common + " " + language.words).split(" "));
  const parts = new RegExp(`(?<comment>${language.comment})|(?<string>"""[\\s\\S]*?"""|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*')`
    + "|(?<number>\\b\\d[\\w.]*)|(?<word>@?[A-Za-z_]\\w*)", "g");
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(parts)) {
    const kind = Object.keys(match.groups).find((key) => match.groups[key] !== undefined);
    if (kind === "word" && !known.has(match[0]) && !match[0].startsWith("@")) continue;
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = match[0];
    nodes.push(text.slice(end, match.index), span);
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
};
