internal import FoundationEssentials
internal import HikidashiValues

/// One value as text, in the forms that all formats share.
enum FieldText {
  /// The value that the text writes; the text is UTF-8, unquoted, and not the one for no value.
  static func cell(
    of type: FieldType, _ text: UnsafeBufferPointer<UInt8>
  ) -> Result<CellValue, RecordProblem> {
    let refused = { () -> Result<CellValue, RecordProblem> in
      .failure(.notAValue(type, text: shortened(text)))
    }
    switch type {
    case .integer:
      if let value = NumberText.integer(text) { return .success(.integer(value)) }
      return isInteger(text) ? .failure(.outOfRange(text: shortened(text))) : refused()
    case .double:
      if let value = double(text) { return .success(.double(value)) }
      return NumberText.isDecimal(text) ? .failure(.tooLarge(text: shortened(text))) : refused()
    case .boolean: return boolean(text).map { .success(.boolean($0)) } ?? refused()
    case .string: return .success(.string(String(decoding: text, as: UTF8.self)))
    case .date:
      guard let value = DateText.seconds(text) else { return refused() }
      return .success(.date(Date(timeIntervalSinceReferenceDate: value)))
    case .data: return Base64Text.data(text).map { .success(.data($0)) } ?? refused()
    case .json:
      if let failure = JSONScanner.complaint(about: text) {
        return .failure(.badJSON(reason: failure.description))
      }
      return .success(.json(String(decoding: text, as: UTF8.self)))
    }
  }

  /// A double as Swift writes it, and what is not a number also as JSON and PostgreSQL do.
  static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    if let value = NumberText.double(text) { return value }
    switch lowercased(text, most: 9) {
    case "nan": return .nan
    case "inf", "infinity", "+inf", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: return nil
    }
  }

  /// Whether a value of the type that the text is read as is written as the same text again; only zeros at the
  /// end of a fraction may be missing or added.
  ///
  /// So it is not for 01067 and +49301234567, which are no numbers, for a number with more digits than a double
  /// has, for 12E4, and for other words than true and false.
  static func keeps(_ text: UnsafeBufferPointer<UInt8>, as type: FieldType) -> Bool {
    guard case .success(let cell) = cell(of: type, text) else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberText.mostBytes) { buffer in
      guard let start = buffer.baseAddress else { return false }
      switch cell {
      case .integer(let value):
        return text.elementsEqual(buffer.prefix(NumberText.write(value, to: start)))
      case .double(let value):
        let written = UnsafeBufferPointer(buffer)[..<NumberText.write(value, to: start)]
        return withoutZeros(text[...]).elementsEqual(withoutZeros(written))
      case .boolean: return commonBoolean(text) != nil
      default: return true
      }
    }
  }

  /// The text without zeros at the end of a fraction, and without a point before nothing but them.
  private static func withoutZeros(
    _ text: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    guard let point = text.firstIndex(of: UInt8(ascii: ".")), point + 1 < text.endIndex,
      text[(point + 1)...].allSatisfy({ $0 &- NumberText.zero < 10 })
    else { return text }
    var text = text
    while text.last == NumberText.zero { text.removeLast() }
    if text.last == UInt8(ascii: ".") { text.removeLast() }
    return text
  }

  /// `true` or `false` as they are written.
  @inline(__always)
  static func commonBoolean(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard text.count == 4 || text.count == 5, let start = text.baseAddress else { return nil }
    let word = UnsafeRawPointer(start).loadUnaligned(as: UInt32.self).littleEndian
    if text.count == 4 { return word == 0x6575_7274 ? true : nil }
    return word == 0x736C_6166 && start[4] == UInt8(ascii: "e") ? false : nil
  }

  static func boolean(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    switch lowercased(text, most: 5) {
    case "true", "t", "yes", "y", "1": true
    case "false", "f", "no", "n", "0": false
    default: nil
    }
  }

  /// The text for an error message.
  static func shortened(_ text: some Collection<UInt8>) -> String {
    let whole = String(decoding: text.prefix(400), as: UTF8.self)
    return whole.count > 60 || text.count > 400 ? whole.prefix(60) + "…" : whole
  }

  private static func lowercased(_ text: UnsafeBufferPointer<UInt8>, most: Int) -> String? {
    guard text.count <= most else { return nil }
    return asciiLowercased(String(decoding: text, as: UTF8.self))
  }

  private static func isInteger(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let isSigned = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+")
    let digits = text.dropFirst(isSigned ? 1 : 0)
    return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}
