#!/usr/bin/env python3
"""Writes the comment of a gate on its pull request: the second step of comment/action.yml.

It runs after the gate's workflow, in one of the repository's own, with a token that writes: what the pull request has
uploaded is read as a stranger's (stranger.py), and which pull request it is says the service, never the upload.
There is one comment for each gate. It begins with a hidden marker, by which it is found and updated in later runs.

Input comes from the environment alone:
  GATE_REPORT    the folder of the reports, with gates.tsv, as they were uploaded
  GATE_ARTIFACT  the name under which they were
  GATE_NAME      tells gates apart; the workflow's and the artefact's name if empty
  GITHUB_TOKEN and the runner's own variables; GITHUB_EVENT_PATH has the event workflow_run
"""
import json
import os
import re
import sys
import urllib.error
import urllib.parse
import urllib.request

import stranger

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


def workflow_run():
    """The finished run that the event is of, as the service describes it; empty for other events."""
    try:
        with open(variable("GITHUB_EVENT_PATH"), encoding="utf-8") as file:
            return json.load(file).get("workflow_run") or {}
    except FileNotFoundError:
        return {}


def marker():
    name = variable("GATE_NAME") or f"{workflow_run().get('name', '')}/{variable('GATE_ARTIFACT')}"
    return f"<!-- barcode-harness gate: {re.sub(r'[^A-Za-z0-9 ._/-]', '_', name)} -->"


def gravest(codes):
    return max(codes, key=lambda code: GRAVITY.index(code) if code in GRAVITY else len(GRAVITY))


def headline_and_page(report, folder):
    """The first heading of gate.md, and the rest with its headings two levels down."""
    try:
        first, _, rest = stranger.text_of(report, folder, "gate.md").partition("\n")
    except stranger.Unacceptable:
        return "", ""
    return stranger.line(first.lstrip("# ")).replace("|", "¦"), stranger.page(rest.strip())


def body():
    report, plain = variable("GATE_REPORT", "barcode-report"), stranger.code
    try:
        found = stranger.gates(report)
    except stranger.Unacceptable as reason:
        why = f"There are no reports: {reason}. The log says why."
        return "\n\n".join([marker(), "## Barcode decoders: failed", why, origin()])
    rows, pages = [], []
    for code, corpus, folder, baseline in found:
        headline, page = headline_and_page(report, folder)
        verdict = VERDICTS.get(code, "**failed**") if headline else "**failed**"
        rows.append(f"| {plain(corpus)} | {verdict} | {headline or 'There is no verdict: the log says why.'} |")
        if not page:
            continue
        if code == "0":
            # What changed stays in sight.
            changes, _, cells = page.rpartition("#### Every cell\n")
            page = f"{changes}<details><summary>Every cell</summary>\n\n{cells.strip()}\n\n</details>"
        accepting = f"commit {plain(folder + '/new-baseline.json')} of the reports as {plain(baseline)}."
        if code == "3" and "the file does not exist" in page:
            pages.append(f"### {plain(corpus)}\n\nTo have the next run judged, {accepting}\n\n{page}")
            continue
        pages.append(f"### {plain(corpus)}\n\n{page}")
        if code in ("1", "3"):
            pages.append(f"To accept this run as the new baseline, {accepting}")
    worst = gravest([gate[0] for gate in found])
    # The reports are the pull request's claim; how its run ended, the service's word.
    if worst == "0" and workflow_run().get("conclusion") != "success":
        worst = "failed"
        pages.append("The reports say that all passed, but their run did not succeed.")
    title = "## Barcode decoders: " + HEADLINES.get(worst, "failed")
    table = "\n".join(["| corpus | verdict | |", "|---|---|---|"] + rows)
    return "\n\n".join([marker(), title, table] + pages + [origin()])


def origin():
    run = workflow_run()
    address = "/".join([variable("GITHUB_SERVER_URL", "https://github.com"), variable("GITHUB_REPOSITORY"),
                        "actions/runs", str(run.get("id", ""))])
    return f"[Run and reports]({address}) · commit {run.get('head_sha', '')[:12]}"


def fitting(text):
    """A text within the limit of comments, cut between lines."""
    if len(text) <= MOST_CHARACTERS:
        return text
    note = "\n\n*The rest is cut off here; the reports have it.*\n\n" + origin()
    room = text[:MOST_CHARACTERS - len(note) - 2 * len(stranger.FENCE)]
    room = room[:room.rfind("\n")]
    is_code = sum(line.startswith(stranger.FENCE) for line in room.splitlines()) % 2
    return room + ("\n" + stranger.FENCE if is_code else "") + note


# MARK: The pull request


def is_named(word):
    """Whether a text is a branch, an account or a commit that may stand in an address."""
    return isinstance(word, str) and 0 < len(word) <= 255 and word.isprintable()


def pull_request(run, send, base):
    """The number of the open pull request whose newest commit the run is of; None if there is none.

    - send: asks the service: method, address. - base: the repository's address.
    """
    owner = (run.get("head_repository") or {}).get("owner", {}).get("login")
    branch, commit = run.get("head_branch"), run.get("head_sha")
    if not all(map(is_named, (owner, branch, commit))):
        return None
    query = urllib.parse.urlencode({"state": "open", "head": f"{owner}:{branch}", "per_page": 100})
    found, _ = send("GET", f"{base}/pulls?{query}")
    numbers = [pull["number"] for pull in found if pull["head"]["sha"] == commit]
    return numbers[0] if numbers else None


class Comments:
    """The comments of a pull request, through the REST interface."""

    def __init__(self, number=None):
        self.repository = (f"{variable('GITHUB_API_URL', 'https://api.github.com')}/repos/"
                           f"{variable('GITHUB_REPOSITORY')}")
        self.base = f"{self.repository}/issues"
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
    run = workflow_run()
    if run.get("event") != "pull_request":
        return announce("notice", "There is no comment: the finished run belongs to no pull request.")
    comments = Comments()
    try:
        comments.number = pull_request(run, comments.send, comments.repository)
        if comments.number is None:
            return announce(
                "notice", "There is no comment: the commit is not the newest of an open pull request.")
        address = comments.write(text)
    except urllib.error.HTTPError as fault:
        remedy = (" Give the job `permissions: actions: read` and `pull-requests: write`."
                  if fault.code in (401, 403, 404) else "")
        return announce("warning", f"There is no comment: GitHub answers {fault.code} {fault.reason}.{remedy}")
    except (urllib.error.URLError, TimeoutError) as fault:
        return announce("warning", f"There is no comment: GitHub cannot be reached: {fault}.")
    print(f"The comment is {address}")
    if variable("GITHUB_OUTPUT"):
        with open(variable("GITHUB_OUTPUT"), "a", encoding="utf-8") as file:
            file.write(f"comment-url={address}\n")


def main():
    post(fitting(body()))


if __name__ == "__main__":
    sys.exit(main())
