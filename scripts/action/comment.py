#!/usr/bin/env python3
"""Writes the comment of a gate on its pull request: the third step of action.yml.

There is one comment for each gate. It begins with a hidden marker, by which it is found and updated in later runs.
Without a pull request, or without a token that may write, as in pull requests from forks, the script says so and
ends well: the verdict is the gate's, not the comment's.

Input comes from the environment alone:
  GATE_REPORT        the folder with gates.tsv, as gate.sh has left it; the text is left there as comment.md
  GATE_NAME          tells gates apart; the workflow's and the job's name if empty
  GATE_ARTIFACT_URL  the address of the uploaded reports, if they were
  GITHUB_TOKEN and the runner's own variables
"""
import json
import os
import re
import sys
import urllib.error
import urllib.request

MOST_CHARACTERS = 65536  # of a comment
HEADLINES = {"0": "passed", "1": "got worse", "3": "cannot judge"}
VERDICTS = {**HEADLINES, "1": f"**{HEADLINES['1']}**"}
GRAVITY = ["0", "3", "1"]  # anything else is graver
COLLABORATORS = {"OWNER", "MEMBER", "COLLABORATOR"}


def variable(name, default=""):
    return os.environ.get(name) or default


def announce(kind, text):
    """A line of the log that is also an annotation."""
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    print(f"::{kind} title=Comment on the pull request::{escaped}")


# MARK: The text


def gates(report):
    """Exit code, corpus, folder and baseline of every gate."""
    with open(os.path.join(report, "gates.tsv"), encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file]


def marker():
    name = variable("GATE_NAME") or f"{variable('GITHUB_WORKFLOW')}/{variable('GITHUB_JOB')}"
    return f"<!-- barcode-harness gate: {re.sub(r'[^A-Za-z0-9 ._/-]', '_', name)} -->"


def gravest(codes):
    return max(codes, key=lambda code: GRAVITY.index(code) if code in GRAVITY else len(GRAVITY))


def plain(text):
    """A text from outside in a cell of a table."""
    return "`" + text.replace("`", "'").replace("|", "/") + "`"


def headline_and_page(folder):
    """The first heading of gate.md, and the rest with its headings two levels down."""
    try:
        with open(os.path.join(folder, "gate.md"), encoding="utf-8") as file:
            first, _, rest = file.read().partition("\n")
    except FileNotFoundError:
        return "There is no verdict: the log says why.", ""
    return first.lstrip("# "), re.sub(r"(?m)^(#+ )", r"##\1", rest.strip())


def body():
    report = variable("GATE_REPORT", "barcode-report")
    found = gates(report)
    rows, pages = [], []
    for code, corpus, folder, baseline in found:
        headline, page = headline_and_page(folder)
        rows.append(f"| {plain(corpus)} | {VERDICTS.get(code, '**failed**')} | {headline} |")
        if not page:
            continue
        if code == "0":
            page = f"<details><summary>Every cell</summary>\n\n{page}\n\n</details>"
        pages.append(f"### {plain(corpus)}\n\n{page}")
        if code != "0" and os.path.exists(os.path.join(folder, "new-baseline.json")):
            pages.append(
                f"To accept this run as the new baseline, commit its {plain(folder + '/new-baseline.json')} as "
                f"{plain(baseline)}; it is among the reports.")
    title = "## Barcode decoders: " + HEADLINES.get(gravest([gate[0] for gate in found]), "failed")
    table = "\n".join(["| corpus | verdict | |", "|---|---|---|"] + rows)
    return "\n\n".join([marker(), title, table] + pages + [origin()])


def origin():
    run = "/".join([variable("GITHUB_SERVER_URL", "https://github.com"), variable("GITHUB_REPOSITORY"),
                    "actions/runs", variable("GITHUB_RUN_ID")])
    parts = [f"[Run]({run})"]
    if variable("GATE_ARTIFACT_URL"):
        parts.insert(0, f"[Reports]({variable('GATE_ARTIFACT_URL')})")
    commit = pull_request().get("head", {}).get("sha") or variable("GITHUB_SHA")
    return " · ".join(parts + [f"commit {commit[:12]}"])


def fitting(text):
    """A text within the limit of comments, cut between lines."""
    if len(text) <= MOST_CHARACTERS:
        return text
    note = "\n\n*The rest is cut off here; the reports have it.*\n\n" + origin()
    room = text[:MOST_CHARACTERS - len(note)]
    return room[:room.rfind("\n")] + note


# MARK: The pull request


def pull_request():
    """The pull request of the event that started the run; empty if there is none."""
    try:
        with open(variable("GITHUB_EVENT_PATH"), encoding="utf-8") as file:
            return json.load(file).get("pull_request") or {}
    except FileNotFoundError:
        return {}


def is_from_fork(pull):
    head = (pull.get("head", {}).get("repo") or {}).get("full_name")
    return head != variable("GITHUB_REPOSITORY")


class Comments:
    """The comments of a pull request, through the REST interface."""

    def __init__(self, number):
        self.base = (f"{variable('GITHUB_API_URL', 'https://api.github.com')}/repos/"
                     f"{variable('GITHUB_REPOSITORY')}/issues")
        self.number = number

    def send(self, method, address, content=None):
        request = urllib.request.Request(
            address, method=method, data=None if content is None else json.dumps(content).encode(),
            headers={"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28",
                     "Authorization": f"Bearer {variable('GITHUB_TOKEN')}",
                     "Content-Type": "application/json", "User-Agent": "barcode-harness"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
            return json.loads(text) if text else None, answer.headers.get("Link", "")

    def all(self):
        address = f"{self.base}/{self.number}/comments?per_page=100"
        while address:
            page, link = self.send("GET", address)
            yield from page
            following = re.search(r'<([^>]+)>;\s*rel="next"', link)
            address = following and following.group(1)

    def ours(self):
        """Comments with the marker, the oldest first; not those that a stranger has given one."""
        return [comment for comment in self.all()
                if (comment["body"] or "").startswith(marker())
                and ((comment["user"] or {}).get("type") == "Bot"
                     or comment.get("author_association") in COLLABORATORS)]

    def write(self, text):
        """Creates the comment or updates it, and removes further ones; returns its address."""
        there = self.ours()
        if not there:
            return self.send("POST", f"{self.base}/{self.number}/comments", {"body": text})[0]["html_url"]
        for further in there[1:]:  # Two runs at the same moment may have made one each.
            self.send("DELETE", f"{self.base}/comments/{further['id']}")
        return self.send("PATCH", f"{self.base}/comments/{there[0]['id']}", {"body": text})[0]["html_url"]


def post(text):
    pull = pull_request()
    if not pull:
        return announce("notice", "There is no comment: this run belongs to no pull request.")
    fork = "A pull request from a fork has no token that may write. The job's summary has the same text."
    if not variable("GITHUB_TOKEN"):
        return announce("notice", "There is no comment: there is no token. " + fork)
    try:
        address = Comments(pull["number"]).write(text)
    except urllib.error.HTTPError as fault:
        if fault.code in (401, 403, 404) and is_from_fork(pull):
            return announce("notice", f"There is no comment ({fault.code}). {fork}")
        remedy = (" Give the job `permissions: pull-requests: write`."
                  if fault.code in (401, 403, 404) else "")
        return announce("warning", f"There is no comment: GitHub answers {fault.code} {fault.reason}.{remedy}")
    except (urllib.error.URLError, TimeoutError) as fault:
        return announce("warning", f"There is no comment: GitHub cannot be reached: {fault}.")
    print(f"The comment is {address}")
    if variable("GITHUB_OUTPUT"):
        with open(variable("GITHUB_OUTPUT"), "a", encoding="utf-8") as file:
            file.write(f"comment-url={address}\n")


def main():
    text = fitting(body())
    with open(os.path.join(variable("GATE_REPORT", "barcode-report"), "comment.md"), "w",
              encoding="utf-8") as file:
        file.write(text + "\n")
    post(text)


if __name__ == "__main__":
    sys.exit(main())
