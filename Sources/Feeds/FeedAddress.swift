public import FoundationEssentials

/// Reads addresses as browsers do, whatever publishers write.
///
/// Blanks at the ends, and tabs and ends of lines anywhere, are left out; in addresses of the web `\`
/// is `/`. What an address must not have is escaped here, and what is escaped already stays: Foundation
/// would escape the whole part again, `%` included. Names of servers in other letters are written as the
/// network asks for them. Ordinary addresses stay as they are, since ids are made of them.
///
/// ```swift
/// FeedAddress.url("https://bücher.example/für alle")  // https://xn--bcher-kva.example/f%C3%BCr%20alle
/// ```
///
/// - Source: WHATWG, "URL", 4.4 "URL parsing"; RFC 3986, 5.2; RFC 3492.
public enum FeedAddress {
  /// The greatest length of an address that is accepted, in bytes.
  static let longest = 16 << 10

  /// The address, resolved against `base` where it is relative; nil where there is none.
  public static func url(_ text: String, from base: URL? = nil) -> URL? {
    var text = text
    let bytes = text.withUTF8 { clean($0) }
    guard !bytes.isEmpty, bytes.count <= longest else { return nil }
    if isOrdinary(bytes) { return URL(string: String(decoding: bytes, as: UTF8.self)) }
    guard let colon = endOfScheme(bytes) else {
      return base.flatMap { relative(bytes[...], Parts($0)) }
        ?? (base == nil ? URL(string: escaped(bytes[...], .fragment)) : nil)
    }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self)
    let rest = bytes[(colon + 1)...]
    guard special.contains(scheme.lowercased()) else {
      guard rest.starts(with: [slash, slash]) else {
        return URL(string: scheme + ":" + escaped(rest, .query))
      }
      return whole(scheme, rest.dropFirst(2), isSpecial: false)
    }
    let body = turned(rest)
    let name = body.drop { $0 == slash }
    if name.count == body.count, let base, base.scheme?.lowercased() == scheme.lowercased() {
      return relative(body, Parts(base))
    }
    return whole(scheme, name, isSpecial: true)
  }

  /// Schemes of the web, whose addresses have the name of a server.
  private static let special: Set<String> = ["http", "https", "ftp", "ws", "wss"]
  private static let slash = UInt8(ascii: "/")

  /// Without blanks and control characters at the ends, and tabs and ends of lines within.
  private static func clean(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return [] }
    let inner = bytes[first...last]
    guard inner.contains(where: { $0 < 0x20 }) else { return Array(inner) }
    return inner.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }

  /// Whether it is whole, of the web, and has nothing that needs a second look.
  private static func isOrdinary(_ bytes: [UInt8]) -> Bool {
    var index =
      bytes.starts(with: "https://".utf8) ? 8 : bytes.starts(with: "http://".utf8) ? 7 : 0
    guard index > 0, index < bytes.count, isPlain(bytes[index]) else { return false }
    while index < bytes.count, bytes[index] != slash {
      guard isPlain(bytes[index]) else { return false }
      index += 1
    }
    var before = slash
    var hasMark = false
    for byte in bytes[index...] {
      switch byte {
      case UInt8(ascii: "."):
        if before == slash { return false }
      case UInt8(ascii: "#"):
        if hasMark { return false }
        hasMark = true
      case UInt8(ascii: "?"), slash, UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "+"),
        UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "@"):
        break
      default: guard isPlain(byte) else { return false }
      }
      before = byte
    }
    return true
  }

  /// Whether it is a letter, a digit, a hyphen or a full stop.
  private static func isPlain(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || byte == 0x2D || byte == 0x2E
  }

  /// The place of the colon behind a scheme; nil where there is no scheme.
  private static func endOfScheme(_ bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, 0x61...0x7A ~= first | 0x20,
      let end = bytes.firstIndex(where: { !isPlain($0) && $0 != UInt8(ascii: "+") }),
      bytes[end] == UInt8(ascii: ":")
    else { return nil }
    return end
  }

  /// With `/` for `\`, up to a query.
  private static func turned(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let place = bytes[..<(end ?? bytes.endIndex)]
    guard place.contains(UInt8(ascii: "\\")) else { return bytes }
    return (place.map { $0 == UInt8(ascii: "\\") ? slash : $0 } + bytes[place.endIndex...])[...]
  }

  /// The address whose name of a server begins here.
  private static func whole(_ scheme: String, _ rest: ArraySlice<UInt8>, isSpecial: Bool) -> URL? {
    let end = rest.firstIndex { $0 == slash || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let name = rest[..<(end ?? rest.endIndex)]
    guard let name = FeedHost.authority(name), !name.isEmpty || !isSpecial else { return nil }
    return URL(string: scheme + "://" + name + tail(rest[(end ?? rest.endIndex)...], from: nil))
  }

  private static func relative(_ bytes: ArraySlice<UInt8>, _ base: Parts) -> URL? {
    let isSpecial = special.contains(base.scheme.lowercased())
    let bytes = isSpecial ? turned(bytes) : bytes
    guard base.isHierarchical else {
      guard bytes.first == UInt8(ascii: "#") else { return nil }
      return URL(string: base.scheme + ":" + base.path + base.query + escapedTail(bytes))
    }
    if bytes.starts(with: [slash, slash]) {
      let name = isSpecial ? bytes.drop { $0 == slash } : bytes.dropFirst(2)
      return whole(base.scheme, name, isSpecial: isSpecial)
    }
    return URL(
      string: base.scheme + ":" + (base.authority.map { "//" + $0 } ?? "")
        + tail(bytes, from: base))
  }

  /// Path, query and fragment, without `.` and `..`; a path that does not begin with `/` begins where that of the
  /// base does.
  private static func tail(_ bytes: ArraySlice<UInt8>, from base: Parts?) -> String {
    let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let place = bytes[..<(end ?? bytes.endIndex)]
    let rest = bytes[place.endIndex...]
    var path = escaped(place, .path)
    if let base, path.isEmpty {
      let query = rest.first == UInt8(ascii: "?") ? "" : base.query
      return base.path + query + escapedTail(rest)
    }
    if let base, place.first != slash {
      let folder = base.path.utf8.lastIndex(of: slash).map { String(base.path[...$0]) }
      path = (folder ?? (base.authority == nil ? "" : "/")) + path
    }
    return withoutDots(path) + escapedTail(rest)
  }

  /// A query and a fragment, each with its sign.
  private static func escapedTail(_ bytes: ArraySlice<UInt8>) -> String {
    let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    var text = ""
    if hash > bytes.startIndex { text = "?" + escaped(bytes[..<hash].dropFirst(), .query) }
    if hash < bytes.endIndex { text += "#" + escaped(bytes[hash...].dropFirst(), .query) }
    return text
  }

  /// - Source: RFC 3986, 5.2.4.
  private static func withoutDots(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: ".")), path.contains("/.") || path.hasPrefix(".") else {
      return path
    }
    var kept: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      let isLast = place == parts.count - 1
      switch part {
      case ".": if isLast { kept.append("") }
      case "..":
        if kept.count > 1 || kept.first?.isEmpty == false { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(part)
      }
    }
    return kept.joined(separator: "/")
  }

  /// The parts of an address, by the signs that each may have.
  enum Part { case path, query, fragment, user }

  /// Writes signs that are not allowed as `%XX`, and leaves those that are written so.
  static func escaped(_ bytes: ArraySlice<UInt8>, _ part: Part) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for index in bytes.indices {
      let byte = bytes[index]
      let isAllowed =
        switch byte {
        case UInt8(ascii: "%"): bytes[index...].dropFirst().prefix(2).count { isHex($0) } == 2
        case UInt8(ascii: "?"): part == .query || part == .fragment
        case UInt8(ascii: "#"): part == .fragment
        case slash, UInt8(ascii: "@"): part != .user
        default: isPlain(byte) || "_~!$&'()*+,;=:".utf8.contains(byte)
        }
      if isAllowed {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), hex(byte >> 4), hex(byte & 15)]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func hex(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 + digit : 0x37 + digit }
  static func isHex(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || 0x61...0x66 ~= byte | 0x20 }

  /// The parts of an address that others are relative to, as they are written.
  private struct Parts {
    var scheme: String
    var authority: String?
    var path: String
    /// With its `?`; empty where there is none.
    var query: String
    var isHierarchical: Bool { authority != nil || path.hasPrefix("/") }

    init(_ url: URL) {
      let text = url.absoluteString.prefix { $0 != "#" }
      let colon = text.firstIndex(of: ":") ?? text.startIndex
      scheme = String(text[..<colon])
      var rest = text[colon...].dropFirst()
      if scheme.isEmpty { rest = text }
      if rest.hasPrefix("//") {
        let name = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
        authority = String(name)
        rest = rest[name.endIndex...]
      }
      let mark = rest.firstIndex(of: "?") ?? rest.endIndex
      path = String(rest[..<mark])
      query = String(rest[mark...])
    }
  }
}
