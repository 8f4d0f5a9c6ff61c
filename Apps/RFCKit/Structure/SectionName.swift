/// How numbers and titles of sections are compared.
enum SectionName {
  /// `4.2` of `Section 4.2.`, `A.1` of `appendix a.1`; capitals and without what stands around it.
  static func number(_ text: String) -> String {
    var words = text.uppercased().split(whereSeparator: \.isWhitespace)
    let labels = [
      "SECTION", "SECTIONS", "SEC.", "SECT.", "SEC", "§", "APPENDIX", "ANNEX", "CHAPTER",
    ]
    // Appendix 1 is not section 1.
    let isAppendix = words.first == "APPENDIX" || words.first == "ANNEX"
    if words.count > 1, labels.contains(String(words[0])),
      !isAppendix || !(words[1].first?.isNumber ?? false)
    {
      words.removeFirst()
    }
    var number = words.joined(separator: " ")[...]
    if number.first == "§" { number = number.dropFirst() }
    while let last = number.last, ".:,-".contains(last) { number = number.dropLast() }
    return String(number)
  }

  /// The words of a title in small letters, letters and digits alone, with a space between them.
  static func folded(_ title: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(title.utf8.count)
    for byte in title.utf8 {
      // Next to all titles are of ASCII alone.
      if byte >= 0x80 { return foldedWords(title) }
      if isLetter(byte) || isDigit(byte) {
        bytes.append(isCapital(byte) ? byte | 0x20 : byte)
      } else if let last = bytes.last, last != 0x20 {
        bytes.append(0x20)
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func foldedWords(_ title: String) -> String {
    title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }
}
