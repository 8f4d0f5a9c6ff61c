"""What the feed in cells does; see SAMPLES.md. Its server is one of this computer."""
import http.server
import struct
import threading
import zlib

WORDS = "A summary that is long enough to need several lines in a window that is as narrow as this one is. "


def png(colour):
    """A picture of one colour, 8 by 8."""
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
    lines = b"".join(b"\0" + bytes(colour) * 8 for _ in range(8))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))


class Server:
    def __init__(self):
        self.entries, self.is_gone, self.pictures = 4, True, set()
        self.may_answer = threading.Event()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                status, kind, body = outer.answer(self.path)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.http.server_port}"

    def answer(self, path):
        if path != "/feed":
            self.pictures.add(path)
            number = int(path.strip("/").removesuffix(".png"))
            return 200, "image/png", png((255, 40 * number % 256, 0))
        self.may_answer.wait(10)
        if self.is_gone:
            return 404, "text/plain", b"gone"
        entries = "".join(
            f"<entry><id>urn:{n}</id><title>Entry {n}</title><updated>2026-01-{n:02}T00:00:00Z</updated>"
            f"<summary>{WORDS * (n % 3)}Summary {n}</summary>"
            f'<link rel="enclosure" type="image/png" href="{self.address}/{n}.png"/></entry>'
            for n in range(self.entries, 0, -1))
        feed = ('<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>urn:feed</id><title>News</title>'
                f"<updated>2026-01-31T00:00:00Z</updated>{entries}</feed>")
        return 200, "application/atom+xml", feed.encode()


def row(number):
    return f"Entry {number} | {WORDS * (number % 3)}Summary {number}"


def test(start):
    server = Server()
    app = start(FEED=server.address + "/feed")
    # The server has not answered yet, and the window is there.
    app.wait("words while it is loaded", lambda: app.shows("(?i)loading"))
    server.may_answer.set()
    app.wait("the reason why there is nothing", lambda: app.shows("(?i)404|not found"))
    server.is_gone = False
    app.click("(?i)(try again|retry)")
    app.expect("the entries", app.rows, [row(n) for n in (4, 3, 2, 1)])
    app.wait("their pictures", lambda: len(server.pictures) == 4)
    heights = {element.height for element in app.row_elements()}
    assert len(heights) > 1, "rows of different heights"
    app.press_row("Entry 3")
    app.expect("the selected entry", app.selected, [row(3)])
    server.entries = 5
    app.keys("F5")
    app.expect("one entry more", app.rows, [row(n) for n in (5, 4, 3, 2, 1)])
    app.expect("the same entry", app.selected, [row(3)])
    app.wait("the fifth picture", lambda: len(server.pictures) == 5)
    server.is_gone = True
    app.keys("F5")
    app.wait("the reason why there is nothing new", lambda: app.shows("(?i)404|not found"))
    app.expect("the entries that were there", lambda: len(app.rows()), 5)
    app.quit()
    server.http.shutdown()
