import Foundation
import Glibc
import TestSupport

/// A way in which a mirror is wrong, and what comes of it.
struct SyncFault: Sendable {
  /// What comes of a fault.
  enum Ending: Sendable {
    /// It is told of, and the file is as it was.
    case refused
    /// Nothing is wrong with what came.
    case whole
    /// The mirror has no such document, which is no failure; of an index it is one.
    case missing
    /// It says that nothing has changed, which is wrong only where there is nothing.
    case notModified
    /// Refused where the file is here; where it is not, nobody can tell that it is wrong.
    case untold
    /// Told of or not; a file that is here is as it was, and a new one is right or not there.
    case either
  }

  /// A file of the mirror.
  struct File: Sendable {
    var path: String
    var bytes: [UInt8]
    /// Another file of the mirror, of the other kind where `isOtherKind`.
    var other: @Sendable (_ isOtherKind: Bool) -> [UInt8]
    var isIndex: Bool
    var tag: String { "\"\(path)\"" }
    var half: [UInt8] { Array(bytes.prefix(bytes.count / 2)) }
  }

  let name: String
  let index: Ending
  let document: Ending
  /// Whether it ends by the patience of who asks.
  var isSlow = false
  let serve: @Sendable (RawConnection, File) -> Void

  func ending(of target: FaultyMirror.Target) -> Ending { target == .index ? index : document }

  /// Whether nobody can tell in a new folder that it is one.
  func isUntold(_ target: FaultyMirror.Target) -> Bool {
    if case .untold = ending(of: target) { true } else { false }
  }

  init(
    _ name: String, index: Ending = .refused, document: Ending = .refused, isSlow: Bool = false,
    serve: @escaping @Sendable (RawConnection, File) -> Void
  ) {
    (self.name, self.index, self.document) = (name, index, document)
    (self.isSlow, self.serve) = (isSlow, serve)
  }
}

extension RawConnection {
  /// Sends a whole body, under a name that no other state of the file has.
  fileprivate func body(_ bytes: [UInt8], tag: String? = nil, _ more: String...) {
    let tag = tag ?? "\"wrong-\(bytes.count)\""
    head(
      "200 OK",
      (["Content-Length: \(bytes.count)", "ETag: \(tag)"] + more).joined(separator: "\r\n"))
    send(bytes)
  }

  /// Sends a byte now and then, until the client has gone.
  fileprivate func drip(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      guard send([byte]) else { return }
      usleep(20_000)
    }
    waitForClose()
  }
}

extension SyncFault {
  /// All of them; nothing depends on their order.
  static let all = lengths + breaks + heads + statuses + redirects + encodings + endless + contents

  private static let lengths = [
    SyncFault("length too long") { connection, file in
      connection.head("200 OK", "Content-Length: \(file.bytes.count + 100)")
      connection.send(file.bytes)
    },
    SyncFault("length too short", document: .untold) { connection, file in
      connection.head("200 OK", "Content-Length: \(file.bytes.count / 2)", "ETag: \(file.tag)")
      connection.send(file.bytes)
    },
    SyncFault("length 0") { connection, _ in connection.body([]) },
    SyncFault("length negative", index: .either, document: .either) { connection, file in
      connection.head("200 OK", "Content-Length: -5", "Connection: close")
      connection.send(file.bytes)
    },
    SyncFault("length huge") { connection, file in
      connection.head("200 OK", "Content-Length: 1000000000000000000")
      connection.send(file.bytes)
    },
    SyncFault("length past all numbers", index: .either, document: .either) { connection, file in
      connection.head("200 OK", "Content-Length: 99999999999999999999999", "Connection: close")
      connection.send(file.bytes)
    },
    SyncFault("two lengths", document: .untold) { connection, file in
      connection.head(
        "200 OK", "Content-Length: \(file.bytes.count)", "Content-Length: \(file.bytes.count / 2)",
        "ETag: \(file.tag)")
      connection.send(file.half)
    },
    SyncFault("length no number", index: .either, document: .either) { connection, file in
      connection.head("200 OK", "Content-Length: many", "Connection: close")
      connection.send(file.bytes)
    },
  ]

  private static let breaks = [
    SyncFault("no answer") { _, _ in },
    SyncFault("reset at once") { connection, _ in connection.reset() },
    SyncFault("reset in the body") { connection, file in
      connection.head("200 OK", "Content-Length: \(file.bytes.count)", "ETag: \(file.tag)")
      connection.send(file.half)
      connection.reset()
    },
    SyncFault("head cut") { connection, _ in connection.send("HTTP/1.1 200 OK\r\nContent-Len") },
    SyncFault("body cut") { connection, file in
      connection.head("200 OK", "Content-Length: \(file.bytes.count)", "ETag: \(file.tag)")
      connection.send(file.half)
    },
    SyncFault("chunks cut") { connection, file in
      connection.head("200 OK", "Transfer-Encoding: chunked", "ETag: \(file.tag)")
      connection.send(String(file.bytes.count, radix: 16) + "\r\n")
      connection.send(file.half)
    },
    SyncFault("chunks without an end") { connection, file in
      connection.head("200 OK", "Transfer-Encoding: chunked", "ETag: \(file.tag)")
      connection.send(String(file.half.count, radix: 16) + "\r\n")
      connection.send(file.half + [13, 10])
    },
    SyncFault("chunk of no size") { connection, file in
      connection.head("200 OK", "Transfer-Encoding: chunked")
      connection.send("many\r\n")
      connection.send(file.bytes)
    },
    SyncFault("chunk of a huge size") { connection, file in
      connection.head("200 OK", "Transfer-Encoding: chunked")
      connection.send("FFFFFFFFFFFFFFFFFF\r\n")
      connection.send(file.bytes)
    },
    SyncFault("no chunk") { connection, _ in
      connection.head("200 OK", "Transfer-Encoding: chunked")
      connection.send("0\r\n\r\n")
    },
    SyncFault("garbage") { connection, _ in connection.send(noise(2_000)) },
  ]

  private static let heads = [
    SyncFault("head of a million bytes") { connection, file in
      connection.head("200 OK", "X-Long: " + String(repeating: "x", count: 1_000_000))
      connection.send(file.bytes)
    },
    SyncFault("twenty thousand fields") { connection, file in
      let fields = (0..<20_000).map { "X-Field-\($0): value" }.joined(separator: "\r\n")
      connection.head("200 OK", fields, "Content-Length: \(file.bytes.count)")
      connection.send(file.bytes)
    },
    SyncFault("a hundred fields", index: .whole, document: .whole) { connection, file in
      let fields = (0..<100).map { "X-Field-\($0): value" }.joined(separator: "\r\n")
      connection.body(file.bytes, tag: file.tag, fields)
    },
    SyncFault("field without a colon", index: .either, document: .either) { connection, file in
      connection.body(file.bytes, tag: file.tag, "this is no field")
    },
    SyncFault("another protocol") { connection, file in
      connection.send("HTTP/9.9 200 OK\r\nContent-Length: \(file.bytes.count)\r\n\r\n")
      connection.send(file.bytes)
    },
    SyncFault("head byte by byte", isSlow: true) { connection, _ in
      connection.drip(
        Array("HTTP/1.1 200 OK\r\n".utf8) + repeatElement(UInt8(ascii: "x"), count: 20_000))
    },
    SyncFault("no head", isSlow: true) { connection, _ in connection.waitForClose() },
  ]

  private static let statuses =
    [401, 403, 407, 408, 418, 500, 502, 503, 504, 599].map { status in
      SyncFault("status \(status)") { connection, file in
        connection.head("\(status) Oops", "Content-Length: \(file.bytes.count)")
        connection.send(file.bytes)
      }
    }
    + [404, 410].map { status in
      SyncFault("status \(status)", index: .refused, document: .missing) { connection, file in
        connection.head("\(status) Oops", "Content-Length: \(file.bytes.count)")
        connection.send(file.bytes)
      }
    }
    + ["2", "86400", "soon"].map { wait in
      SyncFault("status 429, to come back after \(wait)") { connection, _ in
        connection.head("429 Slow Down", "Retry-After: \(wait)", "Content-Length: 0")
      }
    } + [
      SyncFault("status 204") { connection, file in
        connection.head("204 No Content", "ETag: \(file.tag)")
      },
      SyncFault("status 206 unasked") { connection, file in
        connection.head(
          "206 Partial Content", "Content-Length: \(file.half.count)", "ETag: \(file.tag)",
          "Content-Range: bytes 0-\(file.half.count - 1)/\(file.bytes.count)")
        connection.send(file.half)
      },
      SyncFault("status 304", index: .notModified, document: .notModified) { connection, file in
        connection.head("304 Not Modified", "ETag: \(file.tag)")
      },
    ]

  private static let redirects =
    [
      "file:///etc/passwd", "ftp://127.0.0.1:1/", "gopher://127.0.0.1:1/", "http://127.0.0.1:1/",
      "/portal", "//[", "",
    ].map { place in
      SyncFault("sent to “\(place)”") { connection, _ in
        connection.head("302 Found", "Location: \(place)", "Content-Length: 0")
      }
    } + [
      SyncFault("sent in a circle") { connection, file in
        connection.head("302 Found", "Location: \(file.path)", "Content-Length: 0")
      },
      SyncFault("sent ever farther") { connection, file in
        connection.head(
          "302 Found", "Location: \(file.path)?\(UInt64.random(in: .min ... .max))",
          "Content-Length: 0")
      },
      SyncFault("sent nowhere") { connection, _ in
        connection.head("302 Found", "Content-Length: 0")
      },
    ]

  private static let encodings = [
    SyncFault("gzip", index: .whole, document: .whole) { connection, file in
      connection.body(Gzip.stored(file.bytes), tag: file.tag, "Content-Encoding: gzip")
    },
    SyncFault("gzip that is none") { connection, file in
      connection.body(file.bytes, "Content-Encoding: gzip")
    },
    SyncFault("gzip cut") { connection, file in
      let stream = Gzip.stored(file.bytes)
      connection.body(
        Array(stream.prefix(stream.count / 2)), tag: file.tag, "Content-Encoding: gzip")
    },
    SyncFault("gzip with another checksum") { connection, file in
      var stream = Gzip.stored(file.bytes)
      stream[stream.count - 6] ^= 1
      connection.body(stream, "Content-Encoding: gzip")
    },
    SyncFault("gzip bomb") { connection, _ in
      connection.body(Gzip.bomb, "Content-Encoding: gzip")
    },
    SyncFault("an encoding nobody knows") { connection, file in
      connection.body(file.bytes, "Content-Encoding: rot13")
    },
  ]

  private static let endless = [
    SyncFault("endless body") { connection, file in
      connection.head("200 OK", "Connection: close")
      connection.send(file.bytes)
      while connection.send([UInt8](repeating: 65, count: 100_000)) {}
    },
    SyncFault("endless chunks") { connection, file in
      connection.head("200 OK", "Transfer-Encoding: chunked")
      while connection.send(
        Array("186a0\r\n".utf8) + [UInt8](repeating: 65, count: 100_000) + [13, 10])
      {}
    },
    SyncFault("body stalled", isSlow: true) { connection, file in
      connection.head("200 OK", "Content-Length: \(file.bytes.count)", "ETag: \(file.tag)")
      connection.send(file.half)
      connection.waitForClose()
    },
    SyncFault("body byte by byte", isSlow: true) { connection, file in
      connection.head("200 OK", "Content-Length: 20000", "ETag: \(file.tag)")
      connection.drip(file.bytes.prefix(500) + repeatElement(UInt8(ascii: "x"), count: 19_500))
    },
  ]

  private static let contents = [
    SyncFault("text of a portal") { connection, file in
      let text = "Welcome to Hotel WiFi. You asked for http://mirror\(file.path) - please log in"
      connection.body(Array(text.utf8), "Content-Type: text/plain")
    },
    SyncFault("page of a portal") { connection, file in
      connection.body(
        Array("\n\n  Please sign in <html> rfc RFC 1, RFC 2".utf8), "Content-Type: text/html")
    },
    SyncFault("right text called a page") { connection, file in
      connection.body(file.bytes, "Content-Type: text/html; charset=utf-8")
    },
    SyncFault("page called text") { connection, file in
      let page = Array("<!DOCTYPE html><title>RFC</title><pre>".utf8)
      connection.body(page + file.bytes, "Content-Type: text/plain")
    },
    SyncFault("JSON") { connection, file in
      connection.body(Array(#"{"error": "RFC 1, RFC 2 and RFC 3 are not here"}"#.utf8))
    },
    SyncFault("noise") { connection, file in connection.body(noise(3_000)) },
    SyncFault("zeros") { connection, file in
      connection.body([UInt8](repeating: 0, count: file.bytes.count))
    },
    SyncFault("UTF-16") { connection, file in
      connection.body(file.bytes.flatMap { [$0, 0] })
    },
    SyncFault("another file") { connection, file in connection.body(file.other(false)) },
    SyncFault("another file with the right ETag") { connection, file in
      connection.body(file.other(false), tag: file.tag)
    },
    SyncFault("a file of the other kind") { connection, file in
      connection.body(file.other(true), tag: file.tag)
    },
    SyncFault("one that obsoletes it") { connection, file in
      let number = file.path.filter(\.isNumber)
      let text =
        "Request for Comments: 99\nObsoletes: RFC \(number), \(number)\n\nSee RFC \(number).\n"
      connection.body(Array((text + "[Page 1]\n").utf8))
    },
    SyncFault("half, with the length of a half", document: .untold) { connection, file in
      connection.body(file.half)
    },
    SyncFault("half, with the ETag of the whole", document: .untold) { connection, file in
      connection.body(file.half, tag: file.tag)
    },
    SyncFault("half, and closed", document: .untold) { connection, file in
      connection.send("HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n")
      connection.send(file.half)
    },
    SyncFault("half, closed, with the ETag of the whole", document: .untold) { connection, file in
      connection.send("HTTP/1.0 200 OK\r\nETag: \(file.tag)\r\nContent-Type: text/plain\r\n\r\n")
      connection.send(file.half)
    },
    // Only that nothing confirms its end tells that there may be more.
    SyncFault("some pages, closed, with the ETag of the whole", index: .untold, document: .untold) {
      connection, file in
      connection.send("HTTP/1.0 200 OK\r\nETag: \(file.tag)\r\nContent-Type: text/plain\r\n\r\n")
      connection.send(file.half + Array(").\n\nAuthor      [Page 1]\n".utf8))
    },
    SyncFault("whole, and closed", index: .whole, document: .whole) { connection, file in
      connection.send("HTTP/1.0 200 OK\r\nETag: \(file.tag)\r\nContent-Type: text/plain\r\n\r\n")
      connection.send(file.bytes)
    },
    SyncFault("all but the last words", document: .untold) { connection, file in
      connection.body(Array(file.bytes.prefix(file.bytes.count * 97 / 100)), tag: file.tag)
    },
    SyncFault("more bytes than a file has") { connection, file in
      let blanks = [UInt8](repeating: 10, count: file.isIndex ? 70_000_000 : 9_000_000)
      connection.body(file.bytes + blanks + Array("[Page 1]\n".utf8))
    },
    SyncFault("names that lead out of the folder", index: .untold) { connection, file in
      let entries = "1 ../../../x. A. B. April 1969.\n\n../2 /etc/passwd. A. B. May 1969.\n\n"
      connection.body(Array(("RFC INDEX\n---------\n\n" + entries).utf8))
    },
  ]

  /// Bytes of no meaning, the same each time.
  private static func noise(_ count: Int) -> [UInt8] {
    var state: UInt32 = 1
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }
}
