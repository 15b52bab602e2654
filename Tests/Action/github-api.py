"""Plays the part of GitHub's interface that writes comments, on loopback, until standard input ends.

Arguments: the file of its state, then `read-only` for a token that may read alone. Prints its address. The state has
the comments and the requests, and is written after each request.
"""
import http.server
import json
import re
import sys
import threading

STATE, RIGHTS = sys.argv[1], sys.argv[2:]
PAGE = 100
requests = []


def comment(number, body, login, kind, association):
    return {"id": number, "body": body, "user": {"login": login, "type": kind},
            "author_association": association, "html_url": f"https://github.test/c/{number}"}


# More than a page of other comments, one of them a stranger's that begins with the marker.
comments = [comment(n, f"remark {n}", "someone", "User", "NONE") for n in range(1, 103)]
comments[4]["body"] = "<!-- barcode-harness gate: decoder/gate -->\nnothing to see here"


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, status, content=None, link=None):
        with open(STATE, "w", encoding="utf-8") as file:
            json.dump({"comments": comments, "requests": requests}, file)
        text = b"" if content is None else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        if link:
            self.send_header("Link", link)
        self.end_headers()
        self.wfile.write(text)

    def handle_any(self):
        path, _, query = self.path.partition("?")
        requests.append(f"{self.command} {self.path}")
        if self.headers["Authorization"] != "Bearer the-token":
            return self.answer(401, {"message": "Bad credentials"})
        if self.command != "GET" and "read-only" in RIGHTS:
            return self.answer(403, {"message": "Resource not accessible by integration"})
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        text = json.loads(body)["body"] if body else None
        if path == "/repos/maker/toyread/issues/7/comments":
            return self.of_the_pull_request(query, text)
        if path == "/repos/maker/toyread/pulls":
            # One of another branch's commit comes first; number 7 is that of the head that is asked for.
            heads = [(3, "f" * 40), (7, "0123456789abcdef")] if "head=stranger%3Achange" in query else []
            return self.answer(200, [{"number": number, "head": {"sha": commit}} for number, commit in heads])
        one = re.fullmatch(r"/repos/maker/toyread/issues/comments/(\d+)", path)
        found = [each for each in comments if one and each["id"] == int(one[1])]
        if not found:
            return self.answer(404, {"message": "Not Found"})
        if self.command == "DELETE":
            comments.remove(found[0])
            return self.answer(204)
        found[0]["body"] = text
        self.answer(200, found[0])

    def of_the_pull_request(self, query, text):
        if self.command == "POST":
            if len(text) > 65536:
                return self.answer(422, {"message": "Body is too long"})
            made = comment(max(each["id"] for each in comments) + 1, text, "github-actions[bot]", "Bot", "NONE")
            comments.append(made)
            return self.answer(201, made)
        page = int(re.search(r"\bpage=(\d+)", query + "&page=1")[1])
        here = comments[(page - 1) * PAGE:page * PAGE]
        further = f'<http://{self.headers["Host"]}/repos/maker/toyread/issues/7/comments?per_page=100&page={page + 1}>'
        self.answer(200, here, f'{further}; rel="next"' if page * PAGE < len(comments) else None)

    do_GET = do_POST = do_PATCH = do_DELETE = handle_any

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(f"http://127.0.0.1:{server.server_port}", flush=True)
sys.stdin.read()
