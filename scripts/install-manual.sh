#!/bin/sh
# Writes what a built harness says about itself to where man and the shells look for it.
# usage: install-manual.sh HARNESS SHARE, with SHARE such as /usr/local/share
set -eu
harness=$1
share=$2

# A file is written whole or not at all: a harness that fails here leaves no empty page behind.
put() {
  install -d "$(dirname "$1")"
  file=$1
  shift
  "$@" > "$file.new" && chmod 644 "$file.new" && mv "$file.new" "$file"
}

put "$share/man/man1/harness.1" "$harness" man

# bash reads its completions, it does not run them.
bash=$share/bash-completion/completions/harness
put "$bash" "$harness" --generate-completion-script bash
put "$bash" sed '1{/^#!/d;}' "$bash"
put "$share/zsh/site-functions/_harness" "$harness" --generate-completion-script zsh
put "$share/fish/vendor_completions.d/harness.fish" "$harness" --generate-completion-script fish
