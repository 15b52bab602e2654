#!/usr/bin/env python3
"""Writes bwipp.txt: symbols as Barcode Writer in Pure PostScript encodes them.

It is an encoder that shares no code with libzint: other people's work, in another language. Needs
Debian's packages ghostscript and libpostscriptbarcode (20200401). Each line of the file: the symbology,
the columns of a DotCode or a Codablock F or -, the payload, and what was encoded: of bars the widths in modules, of
postal codes each bar's state (F full, A ascender, D descender or short, T tracker), else the rows,
with the bars between them where there are any.
"""
import random
import subprocess

LIBRARY = "/usr/share/libpostscriptbarcode/barcode.ps"
PROGRAM = """
/show1 {{ dup type /arraytype eq 1 index type /packedarraytype eq or
  {{ {{ show1 }} forall }} {{ 20 string cvs print ( ) print }} ifelse }} def
<{data}> (dontdraw {options}) /{encoder} /uk.co.terryburton.bwipp findresource exec
/d exch def
[/sbs /bhs /bbs /pixs /pixx] {{ /k exch def d k known
  {{ k 20 string cvs print (:) print d k get show1 (\\n) print }} if }} forall
quit
"""


def encode(encoder, data, options=""):
    program = PROGRAM.format(data=data.encode("ascii").hex(), options=options, encoder=encoder)
    run = subprocess.run(["gs", "-q", "-dNOSAFER", "-dNODISPLAY", "-dBATCH", LIBRARY, "-"],
                         input=program, capture_output=True, text=True, check=True)
    fields = dict(line.split(":", 1) for line in run.stdout.splitlines() if ":" in line)
    return {name: [float(number) for number in text.split()] for name, text in fields.items()}


def widths(encoder, data, options=""):
    numbers = encode(encoder, data, options)["sbs"]
    numbers = numbers[:-1] if len(numbers) % 2 == 0 else numbers
    return "".join(str(round(number)) for number in numbers)


def states(encoder, data, options=""):
    found = encode(encoder, data, options)
    tops = [round(a + b, 4) for a, b in zip(found["bhs"], found["bbs"])]
    names = {(True, True): "F", (True, False): "A", (False, True): "D", (False, False): "T"}
    return "".join(names[top == max(tops), bottom == min(found["bbs"])]
                   for top, bottom in zip(tops, found["bbs"]))


def rows(encoder, data, options, repeated=True):
    """Rows of modules; without repeated ones, if rows are several pixels high."""
    found = encode(encoder, data, options)
    bits = "".join(str(int(bit)) for bit in found["pixs"])
    wide = int(found["pixx"][0])
    lines = [bits[start:start + wide] for start in range(0, len(bits), wide)]
    return "/".join(line for number, line in enumerate(lines)
                    if repeated or number == 0 or line != lines[number - 1])


def main():
    dice = random.Random(20240320)

    def draw(alphabet, count):
        return "".join(dice.choice(alphabet) for _ in range(count))

    digits, hexadecimal = "0123456789", "0123456789ABCDEF"
    letters = digits + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    # Without ^, with which BWIPP begins characters by number.
    text = "".join(chr(code) for code in range(33, 127) if chr(code) != "^")
    lines = []

    def add(symbology, payload, encoded, columns="-"):
        lines.append(" ".join([symbology, columns, payload, encoded]))

    for length in (1, 2, 5, 9, 10, 11, 16):
        for symbology, encoder, alphabet, options in (
                ("telepen", "telepen", text, ""), ("msi", "msi", digits, ""),
                ("plessey", "plessey", hexadecimal, ""),
                ("code-11", "code11", digits + "-", "includecheck"),
                ("matrix-2-of-5", "matrix2of5", digits, ""),
                ("industrial-2-of-5", "industrial2of5", digits, ""),
                ("iata-2-of-5", "iata2of5", digits, ""),
                ("data-logic-2-of-5", "datalogic2of5", digits, "")):
            payload = draw(alphabet, length)
            add(symbology, payload, widths(encoder, payload, options))
    for number in (3, 4, 17, 1234, 9999, 65536, 99999, 131069):
        # The bars are 0.5, 1.5 and 1 mm wide: half a millimetre is a module.
        scaled = [round(width / (0.5 * 2.835)) for width in encode("pharmacode", str(number))["sbs"]]
        add("pharmacode", str(number), "".join(map(str, scaled[:len(scaled) - (len(scaled) + 1) % 2])))
    for symbology, encoder, alphabet, lengths in (
            ("postnet", "postnet", digits, (5, 9, 11)), ("planet", "planet", digits, (11, 13)),
            ("royal-mail", "royalmail", letters, (1, 6, 9)), ("kix", "kix", letters, (6, 11, 18))):
        for length in lengths:
            payload = draw(alphabet, length)
            add(symbology, payload, states(encoder, payload))
    for length in (0, 5, 9, 11):
        payload = draw(digits, 1) + draw("01234", 1) + draw(digits, 18 + length)
        add("usps-intelligent-mail", payload, states("onecode", payload))
    # Not those whose sum is a multiple of 19: their check is the digit 0, for which BWIPP takes the pattern
    # of the start character.
    for payload in (draw(digits, 7), draw(digits, 10), draw(digits, 7) + draw(letters, 4)):
        add("japan-post", payload, states("japanpost", payload))
    for _ in range(3):
        payload = draw(digits, 8)
        add("australia-post", payload, states("auspost", "11" + payload))
    for length in (1, 5, 9, 14, 30):
        payload = draw(text, length)
        columns = 18 + length
        add("dotcode", payload, rows("dotcode", payload, f"columns={columns}"), str(columns))
    # Letters in one code set, digits in another: where both occur, encoders may change between them at
    # different places, and both are right.
    alphabet = "".join(chr(code) for code in range(65, 91)) + "abcdefghijklmnopqrstuvwxyz"
    for kind, length in ((alphabet, 5), (alphabet, 12), (alphabet, 31), (digits, 12), (digits, 40)):
        payload = draw(kind, length)
        for columns in (4, 9):
            add("codablock-f", payload, rows("codablockf", payload, f"columns={columns}", False),
                str(columns))
        add("code-16k", payload, rows("code16k", payload, "", False))
    with open(__file__.replace(".py", ".txt"), "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
