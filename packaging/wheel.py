#!/usr/bin/env python3
"""Makes a wheel with the executables, their libraries, corpora and plugins, and the Python package of results.

usage: packaging/wheel.py FOLDER-OF-EXECUTABLES

pip puts executables into an environment's bin, libraries into lib/barcode-harness and the rest into
share/barcode-harness: the layout of `make install`. All shared libraries but glibc come along. The tag names
the glibc that the newest symbol in them asks for. The same executables and the same commit give the same bytes.
"""
import base64
import csv
import hashlib
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAGE = ROOT / ".build-dist/wheel"
#: What glibc brings. It cannot come along: the system's loader wants its own.
SYSTEM = re.compile(r"(ld-linux|linux-vdso|lib(c|m|dl|rt|pthread|resolv|util|mvec|anl|nss_\w+)\.so)")
LIBRARIES = "lib/barcode-harness"


def run(*command, **options):
    """The standard output of a program that must succeed."""
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def main(executables):
    for program, package in (("patchelf", "patchelf"), ("objdump", "binutils"), ("ldd", "libc-bin")):
        if not shutil.which(program):
            sys.exit(f"wheel.py: {program} is missing: apt-get install {package}")
    version = re.search(r"^version: *(\S+)", (ROOT / "CITATION.cff").read_text(), re.M)[1]
    built = run(executables / "harness", "--version").split()[0]
    shutil.rmtree(STAGE, ignore_errors=True)
    STAGE.mkdir(parents=True)
    prefix = STAGE / "prefix"
    run("make", "--no-print-directory", "--silent", "files", f"BIN={executables}", f"DESTDIR={prefix}", "PREFIX=",
        cwd=ROOT)
    programs = sorted((prefix / "bin").iterdir())
    sources = gather(programs, prefix / LIBRARIES)
    libraries = sorted((prefix / LIBRARIES).iterdir())
    for file in programs + libraries:
        run("strip", "--strip-unneeded", "--remove-section=.comment", file)
        if is_dynamic(file):
            own = "$ORIGIN" if file in libraries else f"$ORIGIN/../{LIBRARIES}"
            # Not RUNPATH, which LD_LIBRARY_PATH and with it another Swift's runtime would come before.
            run("patchelf", "--force-rpath", "--set-rpath", own, file)
    tag = f"py3-none-manylinux_{'_'.join(map(str, glibc(programs + libraries)))}_{platform.machine()}"

    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps",
        "--wheel-dir", STAGE, ROOT / "python")
    pure = next(STAGE.glob("barcode_harness-*.whl"))
    name = "-".join(pure.name.split("-")[:2])
    if not name == f"barcode_harness-{version}" == f"barcode_harness-{built}":
        sys.exit(f"wheel.py: the Python package is {name}, the harness {built}, CITATION.cff {version}: "
                 "make them the same")
    members = {}
    with zipfile.ZipFile(pure) as archive:
        for member in archive.namelist():
            if not member.endswith("/RECORD"):
                members[member] = (archive.read(member), 0o644)
    about = f"{name}.dist-info"
    members[f"{about}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: barcode-harness\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), 0o644)
    licences = {"LICENSE": ROOT / "LICENSE", "COPYRIGHT": ROOT / "packaging/deb/copyright", **sources}
    for label, file in licences.items():
        members[f"{about}/licenses/{label}"] = (file.read_bytes(), 0o644)
    for file in sorted(prefix.rglob("*")):
        if file.is_file():
            place = file.relative_to(prefix)
            scheme = f"scripts/{place.name}" if place.parts[0] == "bin" else f"data/{place}"
            members[f"{name}.data/{scheme}"] = (file.read_bytes(), 0o755 if os.access(file, os.X_OK) else 0o644)
    out = ROOT / "dist" / f"{name}-{tag}.whl"
    out.parent.mkdir(exist_ok=True)
    write(out, members, f"{about}/RECORD")
    print(f"{out.relative_to(ROOT)}: {out.stat().st_size / 1e6:.1f} MB, {len(libraries)} libraries")


def is_dynamic(file):
    """Whether a loader starts or loads it; the guard may be linked whole."""
    return "NEEDED" in subprocess.run(["objdump", "-p", str(file)], stdout=subprocess.PIPE, text=True).stdout


def gather(programs, folder):
    """Copies the libraries of programs into a folder; each Debian package's licence, by a name with its version.

    Licences such as the LGPL let a library be passed on unchanged with its text and a word where its source is:
    Debian's copyright file has the text, and the name has the package and version whose source Debian keeps.
    """
    folder.mkdir(parents=True)
    licences = {}
    for program in programs:
        for line in run("ldd", program).splitlines() if is_dynamic(program) else []:
            found = re.match(r"\s*(\S+) => (\S+) ", line)
            if not found and "not found" in line:
                sys.exit(f"wheel.py: {program.name} misses {line.strip()}")
            if not found or SYSTEM.match(found[1]) or (folder / found[1]).exists():
                continue
            file = os.path.realpath(found[2])
            shutil.copyfile(file, folder / found[1])
            (folder / found[1]).chmod(0o644)
            package = owner(found[2]) or owner(file)
            if package:
                version = run("dpkg-query", "-W", "-f", "${Version}", package)
                name = package.split(":")[0]
                licences[f"{name}_{version}".replace("/", "-")] = Path(f"/usr/share/doc/{name}/copyright")
            elif "swift" not in file:
                sys.exit(f"wheel.py: no package owns {file}, so its licence is not known")
    return licences


def owner(file):
    """The Debian package that a file is from; Debian lists some below /lib and some below /usr/lib."""
    for path in (file, file.removeprefix("/usr"), "/usr" + file):
        found = subprocess.run(["dpkg-query", "-S", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if found.returncode == 0:
            return found.stdout.split(": ")[0].split(",")[0]
    return None


def glibc(files):
    """The oldest glibc that has all symbols that files ask for, as (2, 36)."""
    wanted = [(2, 17)]
    for file in files:
        text = subprocess.run(["objdump", "-T", str(file)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True).stdout
        wanted += [(int(major), int(minor)) for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", text)]
    return max(wanted)


def write(out, members, record):
    """Writes the archive with its list of contents, which itself has no hash."""
    moment = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct", cwd=ROOT)))
    lines = io.StringIO()
    rows = csv.writer(lines, lineterminator="\n")
    for name, (data, _) in sorted(members.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.writerow([name, f"sha256={digest}", len(data)])
    rows.writerow([record, "", ""])
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, (data, mode) in [*sorted(members.items()), (record, (lines.getvalue().encode(), 0o644))]:
            entry = zipfile.ZipInfo(name, moment[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, data)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    main(Path(sys.argv[1]).resolve())
