import Foundation
import HikidashiBase
import TestSupport

/// A mirror of an index and some documents that may be told to be wrong.
final class FaultyMirror: Sendable {
  /// Which of its files are wrong.
  enum Target: CaseIterable, Sendable { case index, documents }

  let numbers = 1...6
  private let state: Guarded<State>
  private let server: RawServer

  private struct State: Sendable {
    var fault: SyncFault?
    var target = Target.index
    var answers = 0
  }

  init() throws {
    let state = Guarded(State())
    let files = Self.files(numbers)
    self.state = state
    server = try RawServer { connection in
      let request = connection.request()
      guard !request.isEmpty else { return }
      let words = request.split(separator: " ")
      let path = words.count > 1 ? words[1].prefix { $0 != "?" } : ""
      let fault = state.withLock { state in
        state.answers += 1
        let isIndex = path == "/rfc-index.txt"
        let isWrong = isIndex ? state.target == .index : state.target == .documents
        return isWrong && files[String(path)] != nil ? state.fault : nil
      }
      Self.answer(connection, request, files[String(path)], String(path), fault)
    }
  }

  var address: String { server.address }

  /// How many requests have been met.
  var answers: Int { state.withLock { $0.answers } }

  /// Is wrong from now on; nil is right.
  func set(_ fault: SyncFault?, _ target: Target) {
    state.withLock { ($0.fault, $0.target) = (fault, target) }
  }

  /// The files by their names in a folder.
  var contents: [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: Self.files(numbers).map { path, file in
        (String(path.split(separator: "/").last ?? ""), file.bytes)
      })
  }

  private static func answer(
    _ connection: RawConnection, _ request: String, _ file: SyncFault.File?, _ path: String,
    _ fault: SyncFault?
  ) {
    if path == "/portal" {
      let page = "<html><body>Log in to read RFC 1</body></html>"
      connection.head("200 OK", "Content-Type: text/html", "Content-Length: \(page.utf8.count)")
      connection.send(page)
    } else if path == "/rfcrss.xml" {
      connection.head("200 OK", "Content-Length: 6", "Connection: close")
      connection.send("<rss/>")
    } else if let file {
      if let fault { return fault.serve(connection, file) }
      if request.contains("If-None-Match: \(file.tag)") {
        return connection.head("304 Not Modified", "ETag: \(file.tag)", "Connection: close")
      }
      connection.head(
        "200 OK", "Content-Length: \(file.bytes.count)", "ETag: \(file.tag)",
        "Content-Type: text/plain", "Connection: close")
      connection.send(file.bytes)
    } else {
      connection.head("404 Not Found", "Content-Length: 0", "Connection: close")
    }
  }

  private static func files(_ numbers: ClosedRange<Int>) -> [String: SyncFault.File] {
    let index = Array(SyncTests.index(numbers))
    let document = { @Sendable (number: Int) in
      Array(SyncTests.document(number, lines: 20 * number))
    }
    var files: [String: SyncFault.File] = [:]
    let path = "/rfc-index.txt"
    files[path] = SyncFault.File(
      path: path, bytes: index, other: { _ in document(1) }, isIndex: true)
    for number in numbers {
      let path = "/rfc/rfc\(number).txt"
      files[path] = SyncFault.File(
        path: path, bytes: document(number), other: { $0 ? index : document(number % 6 + 1) },
        isIndex: false)
    }
    return files
  }
}
