import Testing

@testable import HikidashiLoading

/// The parts of HTTP that are plain values.
@Suite struct HTTPHeadTests {
  private func steps(_ reader: inout HeadReader, _ lines: String...) -> [HeadReader.Step] {
    lines.map { line in Array(line.utf8).withUnsafeBytes { reader.take($0) } }
  }

  @Test func theLastHeadCounts() {
    var reader = HeadReader()
    #expect(
      steps(&reader, "HTTP/1.1 100 Continue\r\n", "A: 1\r\n", "\r\n") == [.more, .more, .end])
    #expect(
      steps(
        &reader, "HTTP/1.0 200\r\n", "Content-Length:\t 12 \r\n", "B:\r\n", ": none\r\n", "\n")
        == [.more, .more, .more, .more, .end])
    #expect(reader.status == 200)
    #expect(reader.version == .http10)
    #expect(reader.contentLength == 12)
    #expect(Array(reader.headers) == [.init("Content-Length", "12"), .init("B", "")])
  }

  @Test func whatIsNoHeadIsMalformed() {
    for line in ["", "\r\n", "A: 1\r\n", "HTTP/1.1\r\n", "HTTP/1.1 20\r\n", "HTTP/1.1 2000 \r\n"] {
      var reader = HeadReader()
      #expect(steps(&reader, line) == [.malformed])
    }
    var reader = HeadReader()
    #expect(steps(&reader, "HTTP/2 200 \r\n") == [.more])
    #expect(reader.version == .http2)
    let long = "X: " + String(repeating: "x", count: HeadReader.limit)
    #expect(steps(&reader, long) == [.malformed])
  }

  @Test(
    arguments: [
      ("12", 12), ("", nil), ("-1", nil), ("1x", nil), ("99999999999999999999", .max),
    ] as [(String, Int?)])
  func lengthsAreReadOrLeftOut(field: String, length: Int?) {
    var reader = HeadReader()
    _ = steps(&reader, "HTTP/1.1 200 OK\r\n", "content-length: \(field)\r\n")
    #expect(reader.contentLength == length)
  }

  @Test func aMoveIsForGoodWhereEachRedirectIs() {
    for (statuses, isPermanent) in [
      ([301], true), ([308, 301], true), ([302], false), ([301, 307], false), ([303, 301], false),
    ] {
      var route = RedirectRoute()
      for status in statuses { route.note(status) }
      #expect(route.isPermanent == isPermanent, "\(statuses)")
    }
  }

  @Test(arguments: [
    ("http://a/", "https://a/", RedirectRoute.Step.follow), ("http://a/", "HTTP://b/", .follow),
    ("https://a/", "/b", .follow), ("https://a/", "//b/c:d", .follow),
    ("https://a/", "?x=http://b/", .follow), ("https://a/", "http://a/", .refuse),
    ("https://a/", "HtTp://a/", .refuse), ("http://a/", "file:///etc/passwd", .refuse),
    ("http://a/", "javascript:x", .refuse),
  ])
  func redirectsLeadToWhereTheyMay(from: String, to: String, step: RedirectRoute.Step) {
    var route = RedirectRoute()
    #expect(route.follow("GET", from: from, to: to) == step)
  }

  @Test func anAddressIsNotAskedTwice() {
    var route = RedirectRoute()
    #expect(route.follow("POST", from: "http://a/", to: "/") == .follow)
    #expect(route.follow("GET", from: "http://a/", to: "/b") == .follow)
    #expect(route.follow("GET", from: "http://a/b", to: "/") == .follow)
    #expect(route.follow("GET", from: "http://a/", to: "/b") == .circle)
  }
}
