#!/bin/sh
# Puts NumPy and OpenCV into an environment of the bench's own, and prints its Python.
set -eu
folder=.build/bench-python
if [ ! -x "$folder/bin/python" ] || ! "$folder/bin/python" -c 'import cv2, numpy' 2>/dev/null; then
  python3 -m venv "$folder" >&2
  "$folder/bin/pip" install --quiet --disable-pip-version-check numpy opencv-python-headless >&2
fi
printf '%s\n' "$folder/bin/python"
