/// Reads the names of servers in addresses.
enum FeedHost {
  /// The user, the name of the server and the port, as the network asks for them; nil for what cannot be a name.
  static func authority(_ bytes: ArraySlice<UInt8>) -> String? {
    guard !bytes.isEmpty else { return "" }
    let at = bytes.lastIndex(of: UInt8(ascii: "@"))
    let user = at.map { FeedAddress.escaped(bytes[..<$0], .user) + "@" } ?? ""
    let rest = bytes[(at.map { $0 + 1 } ?? bytes.startIndex)...]
    if rest.first == UInt8(ascii: "[") {
      // An address of IPv6.
      guard let close = rest.firstIndex(of: UInt8(ascii: "]")),
        rest[..<close].dropFirst().allSatisfy({ FeedAddress.isHex($0) || $0 == 0x3A || $0 == 0x2E }
        ),
        let port = port(rest[(close + 1)...])
      else { return nil }
      return user + String(decoding: rest[...close], as: UTF8.self) + port
    }
    let colon = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
    guard let port = port(rest[colon...]), let name = name(rest[..<colon]) else { return nil }
    return user + name + port
  }

  /// A port with its colon; nil for other text.
  private static func port(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.first == UInt8(ascii: ":") else { return bytes.isEmpty ? "" : nil }
    let digits = String(decoding: bytes.dropFirst(), as: UTF8.self)
    return digits.isEmpty ? "" : UInt16(digits).map { ":\($0)" }
  }

  /// The name as the network asks for it; nil for other text.
  private static func name(_ bytes: ArraySlice<UInt8>) -> String? {
    guard let bytes = decoded(bytes), !bytes.isEmpty else { return nil }
    guard bytes.contains(where: { $0 >= 0x80 }) else {
      return bytes.allSatisfy(isAllowed) ? String(decoding: bytes, as: UTF8.self) : nil
    }
    // No name has more than 253 letters.
    guard bytes.count <= 1_024, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    var labels: [String] = []
    // Letters with their marks apart are the same, and so are the full stops of Chinese and Japanese.
    for label in HostLetters.mapped(text).unicodeScalars.split(
      separator: ".", omittingEmptySubsequences: false)
    {
      guard let label = self.label(label) else { return nil }
      labels.append(label)
    }
    return labels.joined(separator: ".")
  }

  private static func label(_ scalars: Substring.UnicodeScalarView) -> String? {
    // What is not to be seen is left out, as the marks of soft hyphens and joiners.
    let scalars = scalars.filter { !["\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}"].contains($0) }
    guard scalars.allSatisfy({ $0.value >= 0x80 ? isLetter($0) : isAllowed(UInt8($0.value)) })
    else { return nil }
    if scalars.allSatisfy(\.isASCII) { return String(String.UnicodeScalarView(scalars)) }
    return Punycode.label(String(String.UnicodeScalarView(scalars)))
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .privateUse, .surrogate, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      false
    default: scalar != "\u{FFFD}"
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"\"#%/:<>?@[\\]^`{|}".utf8.contains(byte)
  }

  /// Without escapes; nil where one is broken.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.contains(UInt8(ascii: "%")) else { return Array(bytes) }
    var text: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        text.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy(FeedAddress.isHex),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      text.append(value)
      rest = rest.dropFirst(2)
    }
    return text
  }
}
