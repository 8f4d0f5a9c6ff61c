internal import FoundationEssentials

/// Addresses in documents that somebody else has written.
enum WebAddress {
  /// The target of a link: a web page or a mail address; nil for all else.
  ///
  /// Of a mail it has the receivers, the subject and the words: mail programs attach files that a link names.
  static func link(_ text: String?) -> String? {
    guard let address = text.flatMap(cleaned), let scheme = scheme(of: address) else { return nil }
    switch scheme {
    case "mailto": return address.utf8.count > "mailto:".utf8.count ? mail(address) : nil
    case "http", "https": return hasHost(address, scheme) ? address : nil
    default: return nil
    }
  }

  /// Whether an address is one of a web page or of what it shows.
  static func isPage(_ address: String) -> Bool {
    guard let scheme = scheme(of: address) else { return false }
    return ["http", "https"].contains(scheme) && hasHost(address, scheme)
  }

  /// The source of a picture that an app may load: an address in the web, or the name of a file beside or below
  /// the document; nil for all else.
  static func picture(_ text: String?) -> String? {
    guard let address = text.flatMap(cleaned), !address.isEmpty else { return nil }
    if let scheme = scheme(of: address) {
      return ["http", "https"].contains(scheme) && hasHost(address, scheme) ? address : nil
    }
    // Bytes, as the file system reads them: Swift takes a sign with an accent upon it for another one.
    let path = unescaped(address)
    let separators = "/\\".utf8
    let isLocal =
      !address.utf8.contains(UInt8(ascii: ":")) && !"?#".utf8.contains(address.utf8.first ?? 0)
      && !separators.contains(path.first ?? UInt8(ascii: "/")) && !path.contains(0)
    let leavesFolder = path.split(whereSeparator: separators.contains).contains {
      $0.elementsEqual("..".utf8)
    }
    return isLocal && !leavesFolder ? address : nil
  }

  /// The address of a mail without the fields that a document must not fill in.
  private static func mail(_ address: String) -> String {
    guard let mark = address.utf8.firstIndex(of: UInt8(ascii: "?")) else { return address }
    let fields = address[address.utf8.index(after: mark)...].split(separator: "&").filter {
      let name = String(decoding: unescaped($0.prefix { $0 != "=" }), as: UTF8.self)
      return ["to", "cc", "subject", "body"].contains(name.lowercased())
    }
    return address[..<mark] + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }

  /// The bytes that an address means, with those that are written as `%2F`.
  private static func unescaped(_ text: some StringProtocol) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// An address as it is from the base of its document; itself where it is a whole one, or there is no base.
  static func resolved(_ address: String, from base: String?) -> String {
    guard let base, let cleaned = cleaned(address), scheme(of: cleaned) == nil,
      let url = URL(string: cleaned, relativeTo: URL(string: base))
    else { return address }
    return url.absoluteString
  }

  /// Without blanks around it, and without the ends of lines and tabs that browsers pass over; nil where other
  /// control characters are in it.
  private static func cleaned(_ address: String) -> String? {
    var scalars = Array(address.unicodeScalars.filter { !"\t\n\r".unicodeScalars.contains($0) })
    while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
    scalars = Array(scalars.drop { $0.value <= 0x20 })
    guard scalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return nil }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The scheme in lower case; nil for an address without one.
  private static func scheme(of address: String) -> String? {
    let bytes = address.utf8.prefix { $0 != UInt8(ascii: ":") }
    guard bytes.count < address.utf8.count, let first = bytes.first, isLetter(first),
      bytes.allSatisfy({ isLetter($0) || 0x30...0x39 ~= $0 || "+-.".utf8.contains($0) })
    else { return nil }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

  private static func hasHost(_ address: String, _ scheme: String) -> Bool {
    let rest = address.dropFirst(scheme.count + 1)
    guard rest.hasPrefix("//"), let first = rest.dropFirst(2).first else { return false }
    return !"/\\?#:@ ".contains(first)
  }
}
