import Foundation
import TestSupport
import Testing

@testable import HikidashiLoading

/// What a well-behaved server does, from an nginx of the test's own.
@Suite struct HTTPServerTests {
  let transport = HTTPTransport()

  @Test(.needsNginx) func headAndBodyCome() throws {
    let server = try NginxServer()
    try server.put(Data("hello".utf8), at: "greeting.txt")
    let load = try transport.load(server.address + "/greeting.txt")
    #expect(load.text == "hello")
    #expect(load.head?.status == 200)
    #expect(load.head?.version == .http11)
    #expect(load.head?.expectedLength == 5)
    #expect(load.head?.mediaType == "text/plain")
    #expect(load.metrics?.receivedBytes == 5)
    #expect(load.metrics?.reusedConnection == false)
    #expect(try transport.load(server.address + "/greeting.txt").metrics?.reusedConnection == true)
  }

  @Test(.needsNginx) func aStatusOfFailureIsAResponse() throws {
    let server = try NginxServer(
      """
      location /busy { add_header Retry-After 7 always; return 429 "slow down"; }
      location /broken { return 500; }
      location /empty { return 204; }
      """)
    let busy = try transport.load(server.address + "/busy")
    #expect(busy.head?.status == 429)
    #expect(busy.head?.headers["Retry-After"] == "7")
    #expect(busy.text == "slow down")
    #expect(busy.metrics != nil)
    #expect(try transport.load(server.address + "/broken").head?.status == 500)
    #expect(try transport.load(server.address + "/missing").head?.status == 404)
    let empty = try transport.load(server.address + "/empty")
    #expect(empty.head?.status == 204)
    #expect(empty.metrics != nil)
    #expect(empty.byteCount == 0)
  }

  @Test(.needsNginx) func requestsAreSentAsTheyAre() throws {
    let server = try NginxServer(
      """
      location / { return 200 "$request_method $http_x_kind [$http_x_empty] $content_type"; }
      location /old { return 302 /new; }
      """)
    let get = try transport.load(server.address + "/a") {
      $0.headers["X-Kind"] = "引き出し"
      $0.headers.append("X-Empty", "")
    }
    #expect(get.text == "GET 引き出し [] ")
    let post = try transport.load(server.address + "/a") {
      $0.method = .post
      $0.body = Array("{}".utf8)
      $0.headers["Content-Type"] = "application/json"
    }
    #expect(post.text == "POST  [] application/json")
    #expect(try transport.load(server.address + "/a") { $0.method = .delete }.text == "DELETE  [] ")
    let head = try transport.load(server.address + "/a") { $0.method = .head }
    #expect(head.head?.headers["Content-Length"] != nil)
    #expect(head.metrics != nil)
    #expect(head.byteCount == 0)
    // Nobody asked to delete what is at the other address.
    let delete = try transport.load(server.address + "/old") { $0.method = .delete }
    #expect(delete.head?.status == 302)
  }

  @Test func whatCannotBeSentIsRefused() throws {
    let changes: [(inout LoadRequest) -> Void] = [
      { $0.headers["X-A"] = "1\r\nX-B: 2" }, { $0.headers["X A"] = "1" }, { $0.headers[""] = "1" },
      { $0.headers["X-A"] = "\u{0}" }, { $0.method = LoadMethod("GET /\r\n") },
      { $0.method = LoadMethod("") }, { $0.range = BodyRange(from: -1) },
      { $0.range = BodyRange(from: 1, count: 0) }, { $0.range = BodyRange(from: 1, count: .min) },
      { $0.range = BodyRange(from: 1, unlessChangedSince: "a\nb") },
      { $0.target = .program("true") },
    ]
    for (number, change) in changes.enumerated() {
      let failure = try transport.load("http://127.0.0.1:1/", change).failure()
      guard case .badRequest = failure else {
        Issue.record("change \(number) ended with \(String(describing: failure))")
        continue
      }
    }
  }

  @Test(.needsNginx) func compressedBodiesAreDecompressed() throws {
    let server = try NginxServer("gzip on; gzip_types *; gzip_min_length 1;")
    let text = String(repeating: "All work and no play. ", count: 20_000)
    try server.put(Data(text.utf8), at: "text.txt")
    let load = try transport.load(server.address + "/text.txt")
    #expect(load.head?.headers["Content-Encoding"] == "gzip")
    #expect(load.head?.expectedLength == nil)
    #expect(load.text == text)
    let received = try #require(load.metrics?.receivedBytes)
    #expect(received > 0 && received < text.utf8.count / 10)
    let plain = try transport.load(server.address + "/text.txt") {
      $0.headers["Accept-Encoding"] = "identity"
    }
    #expect(plain.metrics?.receivedBytes == text.utf8.count)
  }

  /// Both are “hello” without any compression, in the frames of RFC 7932 and RFC 8878.
  @Test(arguments: [
    ("br", [0x0B, 0x02, 0x80, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x03] as [UInt8]),
    (
      "zstd",
      [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x05, 0x29, 0x00, 0x00, 0x68, 0x65, 0x6C, 0x6C, 0x6F]
    ),
  ])
  func whatThisLibcurlOffersIsAskedForAndTaken(encoding: String, body: [UInt8]) throws {
    let server = try RawServer { connection in
      let accepted =
        connection.request().split(separator: "\r\n")
        .first { $0.lowercased().hasPrefix("accept-encoding:") } ?? ""
      guard accepted.contains(encoding) else { return connection.head("415 Unsupported") }
      connection.head(
        "200 OK", "Content-Encoding: \(encoding)", "Content-Length: \(body.count)")
      connection.send(body)
    }
    let load = try transport.load(server.address + "/")
    // A libcurl that was built without it does not ask for it.
    guard load.head?.status == 200 else { return }
    #expect(load.text == "hello")
    #expect(load.metrics?.receivedBytes == body.count)
  }

  @Test func theProxyOfTheEnvironmentIsUsed() async {
    await #expect(processExitsWith: .success) {
      let proxy = try RawServer { connection in
        let request = connection.request()
        connection.head("200 OK", "Connection: close")
        connection.send(String(request.prefix { $0 != "\r\n" }))
      }
      setenv("http_proxy", proxy.address, 1)
      let load = try HTTPTransport().load("http://nowhere.invalid/thing")
      #expect(load.text == "GET http://nowhere.invalid/thing HTTP/1.1")
    }
  }

  @Test(.needsNginx) func rangesAreHonoured() throws {
    let server = try NginxServer("location /whole { max_ranges 0; try_files /text.txt =404; }")
    try server.put(Data("0123456789".utf8), at: "text.txt")
    let tail = try transport.load(server.address + "/text.txt") { $0.range = BodyRange(from: 6) }
    #expect(tail.text == "6789")
    #expect(tail.head?.start == 6)
    #expect(tail.head?.wholeLength == 10)
    let validator = try #require(tail.head?.rangeValidator)
    let part = try transport.load(server.address + "/text.txt") {
      $0.range = BodyRange(from: 2, count: 3, unlessChangedSince: validator)
    }
    #expect(part.text == "234")
    let changed = try transport.load(server.address + "/text.txt") {
      $0.range = BodyRange(from: 2, count: 3, unlessChangedSince: "\"old\"")
    }
    #expect(changed.text == "0123456789")
    #expect(changed.head?.start == 0)
    let behind = try transport.load(server.address + "/text.txt") { $0.range = BodyRange(from: 99) }
    #expect(behind.head?.status == 416)
    let whole = try transport.load(server.address + "/whole") { $0.range = BodyRange(from: 6) }
    #expect(whole.head?.status == 200)
    #expect(whole.text == "0123456789")
  }

  @Test(.needsNginx) func redirectsAreFollowedWithinBounds() throws {
    let server = try NginxServer(
      """
      location = /one { return 301 /two; }
      location = /two { return 302 $scheme://$http_host/three; }
      location = /three { return 200 "here"; }
      location = /moved { return 308 /again; }
      location = /again { return 301 /three; }
      location = /circle { return 302 /ring; }
      location = /ring { return 302 /circle; }
      location = /self { return 307 /self; }
      location ~ ^/deeper(.*) { return 302 /deeper$1x; }
      location = /away { return 302 ftp://127.0.0.1/file; }
      location = /inside { return 302 file:///etc/passwd; }
      """)
    let load = try transport.load(server.address + "/one")
    #expect(load.text == "here")
    #expect(load.head?.url?.path == "/three")
    #expect(load.metrics?.redirects == 2)
    // One of them was for this time.
    #expect(load.head?.movedTo == nil)
    let moved = try transport.load(server.address + "/moved").head?.movedTo
    #expect(moved?.absoluteString == server.address + "/three")
    #expect(try transport.load(server.address + "/three").head?.movedTo == nil)
    for place in ["circle", "self"] {
      let failure = try transport.load(server.address + "/" + place).failure()
      guard case .redirectLoop = failure else {
        Issue.record("\(place) ended with \(String(describing: failure))")
        continue
      }
    }
    let deep = try transport.load(server.address + "/deeper") { $0.limits.redirects = 4 }
    guard case .tooManyRedirects(_, limit: 4)? = deep.failure() else {
      Issue.record("it ended with \(String(describing: deep.failure()))")
      return
    }
    #expect(server.log.filter { $0.contains("/deeper") }.count == 5)
    for place in ["away", "inside"] {
      let failure = try transport.load(server.address + "/" + place).failure()
      guard case .badRedirect = failure else {
        Issue.record("\(place) ended with \(String(describing: failure))")
        continue
      }
    }
  }
}
