internal import FoundationEssentials

/// Addresses in documents that somebody else has written.
enum WebAddress {
  /// The target of a link: a web page or a mail address; nil for all else.
  static func link(_ text: String?) -> String? {
    guard let address = text.flatMap(cleaned), let scheme = scheme(of: address) else { return nil }
    switch scheme {
    case "mailto": return address.utf8.count > "mailto:".utf8.count ? address : nil
    case "http", "https": return hasHost(address, scheme) ? address : nil
    default: return nil
    }
  }

  /// The source of a picture that an app may load: an address in the web, or the name of a file beside or below
  /// the document; nil for all else.
  static func picture(_ text: String?) -> String? {
    guard let address = text.flatMap(cleaned), !address.isEmpty else { return nil }
    if let scheme = scheme(of: address) {
      return ["http", "https"].contains(scheme) && hasHost(address, scheme) ? address : nil
    }
    let isLocal = !address.contains(":") && !"/\\?#".contains(address.first ?? "/")
    let steps = address.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    let leavesFolder = steps.contains {
      $0.replacing("%2e", with: ".").replacing("%2E", with: ".") == ".."
    }
    return isLocal && !leavesFolder ? address : nil
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
