internal import HikidashiBase

/// The characters that references of HTML, such as `&eacute;` and `&#8217;`, stand for.
///
/// - Source: HTML Living Standard, 13.2.5.72 to 13.2.5.80.
package enum HTMLReferences {
  /// The greatest length of a name, in bytes.
  package static let longestName = 31

  /// The text that a name stands for, which a semicolon follows; nil where HTML has no such name.
  package static func text(named name: some StringProtocol) -> String? { table[String(name)] }

  /// The character of a number. Numbers of control characters are read as Windows-1252, as browsers do.
  package static func scalar(numbered number: UInt32) -> Unicode.Scalar {
    switch number {
    case 0: "\u{FFFD}"
    case 0x80...0x9F: Windows1252.scalar(UInt8(truncatingIfNeeded: number))
    default: Unicode.Scalar(number) ?? "\u{FFFD}"
    }
  }

  /// A reference at the beginning of a text that begins with `&`.
  ///
  /// - Parameter isValue: Whether it stands in the value of an attribute, as an address whose parts have names does.
  /// - Returns: The text that it stands for, and its length in bytes; nil where there is none.
  static func read(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, isValue: Bool
  ) -> (text: String, length: Int)? {
    let body = bytes.dropFirst()
    return body.first == UInt8(ascii: "#") ? number(body.dropFirst()) : named(body, isValue)
  }

  private static func number(
    _ body: Slice<UnsafeBufferPointer<UInt8>>
  ) -> (text: String, length: Int)? {
    let isHex = body.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let radix: UInt32 = isHex ? 16 : 10
    var (number, length): (UInt32, Int) = (0, isHex ? 3 : 2)
    let start = length
    for byte in body.dropFirst(isHex ? 1 : 0) {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else { break }
      // What is too large stays so.
      number = min(number, 0x11_0000) * radix + UInt32(digit)
      length += 1
    }
    guard length > start else { return nil }
    let isEnded = body.dropFirst(length - 2).first == UInt8(ascii: ";")
    return (String(scalar(numbered: number)), length + (isEnded ? 1 : 0))
  }

  private static func named(
    _ body: Slice<UnsafeBufferPointer<UInt8>>, _ isValue: Bool
  ) -> (text: String, length: Int)? {
    let word = body.prefix(longestName + 1).prefix(while: isNameByte)
    guard !word.isEmpty else { return nil }
    if body.dropFirst(word.count).first == UInt8(ascii: ";"),
      let text = table[String(decoding: word, as: UTF8.self)]
    {
      return (text, word.count + 2)
    }
    for count in stride(from: min(word.count, longestLoose), to: 1, by: -1) {
      let name = String(decoding: word.prefix(count), as: UTF8.self)
      guard loose.contains(name), let text = table[name] else { continue }
      // `?a=1&copy=2` is an address.
      let next = body.dropFirst(count).first ?? 0
      if isValue, next == UInt8(ascii: "=") || isNameByte(next) { return nil }
      return (text, count + 1)
    }
    return nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
  }

  private static let table: [String: String] = {
    var table: [String: String] = [:]
    table.reserveCapacity(2_200)
    for entry in HTMLReferenceTable.all.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
      guard let sign = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
      var text = ""
      for digits in entry[entry.index(after: sign)...].split(separator: UInt8(ascii: "+")) {
        guard let number = UInt32(Substring(digits), radix: 16),
          let scalar = Unicode.Scalar(number)
        else { continue }
        text.unicodeScalars.append(scalar)
      }
      table[String(Substring(entry[..<sign]))] = text
    }
    return table
  }()

  private static let loose = Set(
    HTMLReferenceTable.loose.split { $0 == " " || $0 == "\n" }.map(String.init))
  private static let longestLoose = 6
}
