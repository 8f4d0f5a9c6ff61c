import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiLoading

/// What a request has of its own stays with who it was meant for.
@Suite struct HTTPRedirectTests {
  private let secrets: HeaderFields = [
    "Authorization": "Bearer SECRET", "Cookie": "id=SECRET", "X-Api-Key": "SECRET",
    "Private-Token": "SECRET", "Referer": "http://SECRET/",
  ]
  private let harmless: HeaderFields = [
    "Accept": "text/plain", "Accept-Language": "ja", "User-Agent": "Test", "If-None-Match": "\"1\"",
    "Cache-Control": "no-cache",
  ]

  private func load(_ address: String, _ change: (inout LoadRequest) -> Void = { _ in }) throws {
    let load = try HTTPTransport().load(address) {
      $0.headers = HeaderFields(Array(secrets) + Array(harmless))
      change(&$0)
    }
    #expect(load.text == "ok")
  }

  /// A server that notes what it is asked, and sends elsewhere by the request's path.
  private func server(
    _ asked: Guarded<[String]>, _ location: @escaping @Sendable (String) -> String?
  ) throws -> RawServer {
    try RawServer { connection in
      while case let request = connection.request(), !request.isEmpty {
        asked.withLock { $0.append(request) }
        let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        if let location = location(path) {
          connection.head("307 Elsewhere", "Location: \(location)", "Content-Length: 0")
        } else {
          connection.head("200 OK", "Content-Length: 2")
          connection.send("ok")
        }
      }
    }
  }

  @Test func ownFieldsStayWithTheHostThatTheyWereMeantFor() throws {
    let other = Guarded<[String]>([])
    let there = try server(other) { _ in nil }
    let asked = Guarded<[String]>([])
    let port = there.port
    let here = try server(asked) { path in
      switch path {
      case "/port": "http://127.0.0.1:\(port)/"
      case "/short": "//127.0.0.1:\(port)/"
      case "/host": "http://localhost:\(port)/"
      case "/same": "/end"
      default: nil
      }
    }
    for (count, path) in ["/port", "/short", "/host"].enumerated() {
      try load(here.address + path)
      let request = other.withLock { $0.last ?? "" }
      #expect(other.withLock { $0.count } == count + 1)
      #expect(!request.contains("SECRET"), "\(path): \(request)")
      for field in harmless { #expect(request.contains("\(field.name): \(field.value)\r\n")) }
      #expect(request.contains("Accept-Encoding: gzip"))
    }
    #expect(asked.withLock { $0.allSatisfy { $0.contains("X-Api-Key: SECRET") } })
    try load(here.address + "/same")
    let last = asked.withLock { $0.last ?? "" }
    #expect(last.hasPrefix("GET /end ") && last.contains("X-Api-Key: SECRET"))
    #expect(last.contains("Private-Token: SECRET"))
  }

  /// Who has been elsewhere does not get them back, wherever that leads.
  @Test func aWayBackDoesNotBringThemBack() throws {
    let asked = Guarded<[String]>([])
    let first = Guarded("")
    let there = try server(Guarded([])) { _ in first.withLock { $0 } + "/end" }
    let address = there.address
    let here = try server(asked) { $0 == "/" ? address + "/" : nil }
    first.withLock { $0 = here.address }
    try load(here.address + "/")
    let last = asked.withLock { $0.last ?? "" }
    #expect(last.hasPrefix("GET /end ") && !last.contains("SECRET"))
  }

  @Test func whatIsSentGoesOnWithItsType() throws {
    let other = Guarded<[String]>([])
    let there = try RawServer { connection in
      let request = connection.request()
      other.withLock { $0.append(request) }
      connection.head("200 OK", "Content-Length: 2", "Connection: close")
      connection.send("ok")
    }
    let address = there.address
    let here = try RawServer { connection in
      _ = connection.request()
      connection.head(
        "307 Elsewhere", "Location: \(address)/", "Content-Length: 0", "Connection: close")
    }
    try load(here.address + "/") {
      $0.method = .post
      $0.body = Array("{}".utf8)
      $0.headers["Content-Type"] = "application/json"
    }
    let request = other.withLock { $0.last ?? "" }
    #expect(request.contains("Content-Type: application/json") && !request.contains("SECRET"))
    #expect(!request.contains("Expect:"))
  }
}
