/// A page of a text that is divided into pages.
public struct RFCPage: Sendable, Hashable {
  /// The number as it is printed: `12`, `iv`.
  public var label: String
  /// The place of the first line of text on it, in ``RFCLayout/lines``.
  public var line: Int
}

extension RFCPage {
  /// The pages that the feet of lines number.
  ///
  /// - Complexity: O(*n*) in the lines.
  static func all(_ bytes: ByteSlice, _ lines: [RFCLine]) -> [RFCPage] {
    var pages: [RFCPage] = []
    // The foot of a page comes at its end.
    var first: Int?
    for (line, entry) in lines.enumerated() {
      if entry.role == .text {
        if first == nil { first = line }
      } else if entry.role == .pageFooter, let start = first,
        let label = label(bytes[bytes.trimmingBlanks(entry.span.bytes)])
      {
        pages.append(RFCPage(label: label, line: start))
        first = nil
      }
    }
    return pages
  }

  /// The number at the end of a foot: `12` of `[Page 12]` and `- 12 -`.
  private static func label(_ foot: ByteSlice) -> String? {
    let core = foot.reversed().drop { !isDigit($0) && !isLetter($0) }
      .prefix { isDigit($0) || isLetter($0) }
    let label = String(decoding: core.reversed(), as: UTF8.self)
    guard 1...6 ~= label.utf8.count,
      label.utf8.allSatisfy(isDigit) || label.lowercased().allSatisfy({ "ivxl".contains($0) })
    else { return nil }
    return label
  }
}
