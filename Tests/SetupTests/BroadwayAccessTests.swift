import Foundation
import Glibc
import TestSupport
import Testing

/// Who is let in to a program that is shown in a browser: nobody but whom its address was printed for.
@Suite(.serialized, .needs("gtk4-broadwayd"))
final class BroadwayAccessTests {
  private let broadway: BroadwayRun
  private var address: PrintedAddress { broadway.address }

  init() throws { broadway = try BroadwayRun("sleep 600") }

  deinit { broadway.run.send(SIGTERM) }

  /// 403 and one plain line, which tells nothing of the token.
  private func expectRefusal(
    _ request: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let client = try address.ask(request)
    #expect(client.status == 403, "\(request)", sourceLocation: location)
    #expect(client.body.hasSuffix("\n"), sourceLocation: location)
    #expect(client.body.filter { $0 == "\n" }.count == 1, sourceLocation: location)
    #expect(client.text.contains("text/plain"), sourceLocation: location)
    #expect(!client.text.contains(address.token), sourceLocation: location)
  }

  @Test func aForeignOriginGetsNoWebSocket() throws {
    for origin in [
      "http://evil.example", "null", "https://127.0.0.1:\(address.port)",
      "http://localhost:\(address.port)", "http://127.0.0.1:\(address.port - 1)",
      "http://127.0.0.1", "http://127.0.0.1:\(address.port).evil.example",
    ] {
      try expectRefusal(address.handshake(origin: origin))
      try expectRefusal(address.request(address.path, origin: origin))
    }
    try expectRefusal(address.handshake(origin: nil))
  }

  /// A name of the attacker's that means 127.0.0.1 from one moment to the next.
  @Test func aForeignHostGetsNothing() throws {
    for host in [
      "evil.example:\(address.port)", "evil.example", "127.0.0.1", "127.0.0.1:\(address.port)0",
      "127.0.0.1:\(address.port).evil.example", "localhost", "[::1]:\(address.port)", "",
    ] {
      try expectRefusal(address.request(address.path, host: host))
      try expectRefusal(address.handshake(host: host, origin: "http://\(host)"))
    }
  }

  @Test func aWrongTokenGetsNothing() throws {
    let token = address.token
    let last = token.last == "0" ? "1" : "0"
    let wrong = [
      "", "0", String(token.dropLast()), token.dropLast() + last, token + "0", token + "A",
      String(repeating: "0", count: 32), "%" + token, "." + "/" + token, "socket", "favicon.ico",
    ]
    for word in wrong {
      for page in ["", "/", "/broadway.js", "/socket", "/?\(token)", "/../\(token)/"] {
        try expectRefusal(address.request("/\(word)\(page)"))
      }
      try expectRefusal(address.handshake("/\(word)/socket", origin: address.origin))
    }
    try expectRefusal(address.handshake("/socket", origin: address.origin))
  }

  @Test func theTokenOpensThePage() throws {
    for host in ["127.0.0.1:\(address.port)", "LocalHost:\(address.port)"] {
      for page in ["", "?debug=decoding"] {
        let client = try address.ask(address.request(address.path + page, host: host))
        #expect(client.status == 200)
        #expect(client.body.contains("broadway.js"))
        #expect(client.text.contains("\r\nReferrer-Policy: no-referrer\r\n"))
        #expect(client.text.contains("\r\nCache-Control: no-store\r\n"))
        #expect(client.text.contains("\r\nX-Frame-Options: DENY\r\n"))
        #expect(client.text.contains("\r\nContent-Length: \(client.body.utf8.count)\r\n"))
      }
    }
    let script = try address.ask(address.request(address.path + "broadway.js"))
    #expect(script.status == 200)
    #expect(script.body.contains("new WebSocket"))
    #expect(script.text.contains("\r\nContent-Length: \(script.body.utf8.count)\r\n"))
    #expect(try address.ask(address.request(address.path + "other")).status == 404)
    let moved = try address.ask(address.request(String(address.path.dropLast())))
    #expect(moved.status == 308)
    #expect(moved.text.contains("\r\nLocation: \(address.path)\r\n"))
  }

  @Test func theTokenOpensTheWebSocket() throws {
    for host in ["127.0.0.1:\(address.port)", "localhost:\(address.port)"] {
      let client = try RawClient(port: address.port)
      client.send(address.handshake(host: host, origin: "http://\(host)"))
      #expect(client.read(until: "\r\n\r\n"))
      #expect(client.status == 101)
      #expect(client.text.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "the key was passed on")
    }
  }
}

/// Where the sockets lie that the server asks nobody at.
@Suite(.serialized, .needs("gtk4-broadwayd"))
struct BroadwayFolderTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The server's two sockets, the browser's and the program's, lie where only their owner gets.
  private func expectPrivateSockets(_ broadway: BroadwayRun, display folder: String) throws {
    let words = ProcessTable.commandLine(try broadway.process("gtk4-broadwayd"))
    try #require(words.count == 4 && words[1] == "--unixsocket", "\(words)")
    let number = try #require(Int(words[3].dropFirst()))
    for file in [words[2], "\(folder)/broadway\(number + 1).socket"] {
      var status = stat()
      #expect(stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK, "\(file)")
      let above = URL(fileURLWithPath: file).deletingLastPathComponent().path
      #expect(stat(above, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o700, "\(above)")
      #expect(status.st_uid == getuid())
    }
  }

  @Test func thePrivateFolderOfTheSessionIsUsed() throws {
    try folder.write("", to: "run/other")
    let place = folder.url.appendingPathComponent("run").path
    chmod(place, 0o700)
    let broadway = try BroadwayRun(
      "echo $XDG_RUNTIME_DIR; sleep 600", environment: ["XDG_RUNTIME_DIR": place])
    #expect(broadway.run.standardOutput(until: "\n") == place + "\n")
    try expectPrivateSockets(broadway, display: place)
    broadway.run.send(SIGTERM)
    #expect(broadway.run.wait() == 143)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["other"])
  }

  /// Others would get into this one; the session bus in it is found all the same.
  @Test func aFolderOpenToOthersIsNotUsed() throws {
    try folder.write("", to: "run/other")
    let place = folder.url.appendingPathComponent("run").path
    chmod(place, 0o755)
    let bus = try UnixListener(place + "/bus")
    defer { withExtendedLifetime(bus) {} }
    let broadway = try BroadwayRun(
      "echo $XDG_RUNTIME_DIR $DBUS_SESSION_BUS_ADDRESS; sleep 600",
      environment: ["XDG_RUNTIME_DIR": place, "DBUS_SESSION_BUS_ADDRESS": nil])
    let words = broadway.run.standardOutput(until: "\n").split { $0 == " " || $0 == "\n" }
    try #require(words.count == 2)
    #expect(words[0] != place)
    #expect(words[1] == "unix:path=\(place)/bus")
    try expectPrivateSockets(broadway, display: String(words[0]))
    broadway.run.send(SIGTERM)
    #expect(broadway.run.wait() == 143)
    #expect(!FileManager.default.fileExists(atPath: String(words[0])))
  }

  @Test func withoutASessionAFolderIsMade() throws {
    let broadway = try BroadwayRun(
      "echo $XDG_RUNTIME_DIR $DBUS_SESSION_BUS_ADDRESS; sleep 600",
      environment: ["XDG_RUNTIME_DIR": nil, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/its/own"])
    let words = broadway.run.standardOutput(until: "\n").split { $0 == " " || $0 == "\n" }
    try #require(words.count == 2)
    #expect(words[1] == "unix:path=/its/own")
    try expectPrivateSockets(broadway, display: String(words[0]))
    broadway.run.send(SIGTERM)
    #expect(broadway.run.wait() == 143)
    #expect(!FileManager.default.fileExists(atPath: String(words[0])))
  }
}
