/// An answer of the proxy itself: a status and one line.
struct Answer: Equatable {
  let status: String
  let line: String
  var location: String?

  static let malformed = Answer(
    status: "400 Bad Request", line: "This is no request that a browser sends.")
  static let tooLong = Answer(
    status: "431 Request Header Fields Too Large",
    line: "The request's head is longer than \(MessageHead.limit) bytes.")
  static let tooSlow = Answer(
    status: "408 Request Timeout", line: "The request has not come to its end in time.")
  static let tooMany = Answer(
    status: "503 Service Unavailable", line: "Too many connections are open; close a tab.")
  static let notFound = Answer(status: "404 Not Found", line: "There is no such page.")
  static let noServer = Answer(
    status: "502 Bad Gateway",
    line: "The Broadway server does not answer; end the program and start it again.")

  static func refused(_ why: String) -> Answer {
    Answer(status: "403 Forbidden", line: why)
  }

  static func moved(to place: String) -> Answer {
    Answer(status: "308 Permanent Redirect", line: "It is at \(place).", location: place)
  }

  /// The fields of every answer that is no WebSocket's. The address holds the token: no other page is
  /// told it, no cache keeps what is shown, and no page shows this one in a frame.
  static let fields = """
    Referrer-Policy: no-referrer\r
    Cache-Control: no-store\r
    X-Content-Type-Options: nosniff\r
    X-Frame-Options: DENY\r
    Cross-Origin-Resource-Policy: same-origin\r
    Cross-Origin-Opener-Policy: same-origin\r
    Connection: close\r

    """

  var bytes: [UInt8] {
    let place = location.map { "Location: \($0)\r\n" } ?? ""
    return Array(
      """
      HTTP/1.1 \(status)\r
      Content-Type: text/plain; charset=utf-8\r
      Content-Length: \(line.utf8.count + 1)\r
      \(place)\(Self.fields)\r
      \(line)

      """.utf8)
  }
}
