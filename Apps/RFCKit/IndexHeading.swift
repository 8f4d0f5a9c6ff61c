/// Where the entries of an index begin, and the date in its preamble.
struct IndexHeading {
  /// The offset of the first byte after the heading's rule.
  var offset: Int
  /// The number of the last line of the heading.
  var line: Int
  var created: RFCDate?

  /// The last heading `RFC INDEX` with a rule under it; the preamble before it has example entries.
  static func last(in bytes: UnsafeBufferPointer<UInt8>) -> IndexHeading? {
    var found: IndexHeading?
    var from = 0
    let title = ByteSearch(Array("RFC INDEX".utf8))
    while let start = title?.first(in: bytes, from: from) {
      if let offset = endOfRule(in: bytes, titleAt: start) {
        found = IndexHeading(offset: offset, line: 0)
      }
      from = start + 1
    }
    guard var heading = found else { return nil }
    heading.line = bytes[..<heading.offset].count { $0 == 0x0A }
    heading.created = created(in: bytes, before: heading.offset)
    return heading
  }

  /// The offset after the rule, if the line holds the title alone and the next one is a rule.
  private static func endOfRule(in bytes: UnsafeBufferPointer<UInt8>, titleAt start: Int) -> Int? {
    var before = start
    while before > 0, bytes[before - 1] != 0x0A {
      before -= 1
      guard isBlank(bytes[before]) else { return nil }
    }
    var lines = LineScanner(bytes, from: start)
    guard lines.next()?.count == "RFC INDEX".utf8.count, let rule = lines.next() else { return nil }
    let dashes = rule.drop(while: isBlank)
    guard dashes.count >= 3, dashes.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
    return lines.offset
  }

  /// Reads `CREATED ON: MM/DD/YYYY` before `end`.
  private static func created(
    in bytes: UnsafeBufferPointer<UInt8>, before end: Int
  ) -> RFCDate? {
    let preamble = UnsafeBufferPointer(rebasing: bytes[..<end])
    let label = Array("CREATED ON:".utf8)
    guard let start = ByteSearch(label)?.first(in: preamble) else { return nil }
    let rest = preamble[(start + label.count)...].prefix { $0 != UInt8(ascii: ")") }.prefix(40)
    let numbers = String(decoding: rest, as: UTF8.self).split { !$0.isASCII || !$0.isNumber }
      .map { Int($0) }
    guard numbers.count == 3, let month = numbers[0], let day = numbers[1], let year = numbers[2],
      1...12 ~= month, 1...31 ~= day, 1...9999 ~= year
    else { return nil }
    return RFCDate(year: year, month: month, day: day)
  }
}
