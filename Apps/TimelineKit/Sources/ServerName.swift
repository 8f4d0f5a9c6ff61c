public import FoundationEssentials
internal import HikidashiFeeds

/// The name of a server as people write it, with its port where it has one.
///
/// ```swift
/// let server = ServerName("bücher.example:8443")
/// print(server?.address ?? "")  // xn--bcher-kva.example:8443
/// ```
///
/// - Source: RFC 1123, 2.1; RFC 5891 and RFC 3492 (names with letters beyond ASCII).
public struct ServerName: Hashable, Sendable {
  /// The name in ASCII and in small letters, as it is asked for.
  public let host: String
  /// The port; nil for that of HTTPS.
  public let port: Int?

  /// The name with its port where it has one.
  public var address: String { port.map { "\(host):\($0)" } ?? host }

  /// Reads a name; nil for what is none. A name without a dot needs a port, as `localhost:8080`.
  ///
  /// - Complexity: O(*n*) in letters
  public init?(_ typed: String) {
    var name = typed[...]
    var port: Int?
    if let colon = name.lastIndex(of: ":"), !name[colon...].contains("]") {
      let digits = name[name.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
        (1...65_535).contains(number)
      else { return nil }
      port = number
      name = name[..<colon]
    }
    guard let host = Self.ascii(String(name)) else { return nil }
    guard host.contains(".") || host.hasPrefix("[") || port != nil else { return nil }
    self.host = host
    self.port = port == 443 ? nil : port
  }

  /// The server of an address of the web; nil where it has none.
  public init?(_ url: URL) {
    guard url.user() == nil, let host = url.host(percentEncoded: false), !host.isEmpty else {
      return nil
    }
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    guard let ascii = Self.ascii(name) else { return nil }
    self.host = ascii
    port = url.port == 443 ? nil : url.port
  }

  /// The host in ASCII; nil where it is none.
  private static func ascii(_ name: String) -> String? {
    if name.hasPrefix("["), name.hasSuffix("]") {
      let inner = name.dropFirst().dropLast()
      let isAddress = inner.contains(":") && inner.allSatisfy { $0.isHexDigit || ":.".contains($0) }
      return isAddress ? name.lowercased() : nil
    }
    var labels: [String] = []
    for label in HostLetters.mapped(name).split(separator: ".", omittingEmptySubsequences: false) {
      guard let label = ServerLabel.label(label), !label.isEmpty, label.utf8.count <= 63,
        !label.hasPrefix("-"), !label.hasSuffix("-"),
        label.utf8.allSatisfy({ byte in
          (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
        })
      else { return nil }
      labels.append(label)
    }
    let host = labels.joined(separator: ".")
    return host.utf8.count <= 253 ? host : nil
  }
}

/// The parts of names between their full stops.
enum ServerLabel {
  /// The label in ASCII; nil where it has signs that are in no name.
  static func label(_ label: Substring) -> String? {
    let scalars = Array(label.unicodeScalars)
    if scalars.allSatisfy(\.isASCII) { return String(label) }
    guard scalars.allSatisfy({ $0.isASCII || isLetter($0) }) else {
      return nil
    }
    return Punycode.label(String(label))
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .otherNumber, .letterNumber,
      .otherSymbol:
      true
    // The dot of Catalan, and what joins letters of India.
    default: [0xB7, 0x200C, 0x200D, 0x30FB].contains(scalar.value)
    }
  }
}
