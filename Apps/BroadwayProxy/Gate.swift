/// Decides who may see the program, and what GTK's Broadway server is asked for.
///
/// The token is a part of the address, and no cookie: a browser sends a cookie to every port of a
/// host, thus also to what another user of the machine serves on 127.0.0.1, and two programs would
/// replace each other's.
struct Gate {
  let token: Token
  let port: UInt16

  enum Decision: Equatable {
    /// To be answered without asking the server.
    case answered(Answer)
    /// The request for the server, and whether it begins a WebSocket.
    case passed(String, isSocket: Bool)
  }

  /// Where a person opens the program.
  var address: String { "http://127.0.0.1:\(port)/\(token.text)/" }

  func decide(_ head: MessageHead) -> Decision {
    do throws(MessageHead.Problem) {
      return try read(head)
    } catch {
      return .answered(.malformed)
    }
  }

  private func read(_ head: MessageHead) throws(MessageHead.Problem) -> Decision {
    guard head.start.count == 3, ["HTTP/1.1", "HTTP/1.0"].contains(head.start[2]),
      head.start[1].hasPrefix("/")
    else { throw .malformed }
    let host = try head.only("host")?.lowercased()
    let origin = try head.only("origin")
    // Another host's name that its owner has turned to 127.0.0.1 (DNS rebinding) stays in Host.
    guard let host, host == "127.0.0.1:\(port)" || host == "localhost:\(port)" else {
      return refused("Only http://127.0.0.1:\(port) is served here.")
    }
    guard origin == nil || origin == "http://\(host)" else {
      return refused("No other page may use this program.")
    }
    let path = head.start[1].prefix { $0 != "?" }.dropFirst()
    let key = path.prefix { $0 != "/" }
    guard token.isEqual(to: key) else {
      return refused("Open the whole address that was printed when the program was started.")
    }
    guard head.start[0] == "GET" else { return refused("Nothing but GET is served here.") }
    switch path.dropFirst(key.count) {
    // The page asks for the rest beside its own address, which therefore ends with a slash.
    case "": return .answered(.moved(to: "/\(token.text)/"))
    case "/": return .passed(request("/", host), isSocket: false)
    case "/broadway.js": return .passed(request("/broadway.js", host), isSocket: false)
    case "/socket": return try handshake(head, host, origin)
    default: return .answered(.notFound)
    }
  }

  /// What begins a WebSocket (RFC 6455, 4.2.1). A browser always says for which page.
  private func handshake(
    _ head: MessageHead, _ host: String, _ origin: String?
  ) throws(MessageHead.Problem) -> Decision {
    guard let origin else { return refused("A WebSocket needs an Origin.") }
    guard head.lists("websocket", in: "upgrade"), head.lists("upgrade", in: "connection"),
      try head.only("sec-websocket-version") == "13",
      head.lists("broadway", in: "sec-websocket-protocol"),
      let key = try head.only("sec-websocket-key"), key.utf8.count == 24
    else { throw .malformed }
    let fields = """
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Key: \(key)\r
      Sec-WebSocket-Protocol: broadway\r
      Sec-WebSocket-Version: 13\r
      Origin: \(origin)\r

      """
    return .passed(request("/socket", host, fields), isSocket: true)
  }

  /// Written anew, so that the server reads nothing that was not looked at.
  private func request(_ path: String, _ host: String, _ fields: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n"
  }

  private func refused(_ why: String) -> Decision { .answered(.refused(why)) }
}
