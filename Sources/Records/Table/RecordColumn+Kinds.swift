internal import FoundationEssentials

extension RecordColumn {
  /// The way to write values of a type that is kept as it is, or nil.
  static func plainFiller<Value>(_ values: [Value]) -> (any ColumnFiller)? {
    // An array may pass for one of another type (optionals that are all there, or no values at all),
    // so the type itself is asked.
    func cast<Other>(to type: Other.Type) -> [Other]? {
      Value.self == type ? values as? [Other] : nil
    }
    if let values = cast(to: Int.self) { return NumberFiller(values) { $0 } }
    if let values = cast(to: Int?.self) { return NumberFiller(values) { $0 } }
    if let values = cast(to: Double.self) { return NumberFiller(values) { $0 } }
    if let values = cast(to: Double?.self) { return NumberFiller(values) { $0 } }
    if let values = cast(to: Bool.self) { return BitFiller(values) { $0 } }
    if let values = cast(to: Bool?.self) { return BitFiller(values) { $0 } }
    if let values = cast(to: String.self) { return TextFiller(values: values) }
    if let values = cast(to: String?.self) { return TextFiller(values: values) }
    if let values = cast(to: Date.self) {
      return NumberFiller(values) { $0.timeIntervalSinceReferenceDate }
    }
    if let values = cast(to: Date?.self) {
      return NumberFiller(values) { $0?.timeIntervalSinceReferenceDate }
    }
    return nil
  }
}

/// Text, or text that may be missing, as UTF-8.
protocol TextElement: Sendable {
  /// The bytes, or nil for null.
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result
  /// How many bytes there are.
  var byteCount: Int { get }
  var isNull: Bool { get }
  /// The same as a cell.
  var cell: CellValue { get }
}

extension String: TextElement {
  @inline(__always)
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    // Only text that came from elsewhere (a bridged string) has no contiguous bytes.
    if let result = utf8.withContiguousStorageIfAvailable({ body($0) }) { return result }
    var copy = self
    return copy.withUTF8 { body($0) }
  }

  var byteCount: Int { utf8.count }
  var isNull: Bool { false }
}

extension String?: TextElement {
  @inline(__always)
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    guard let self else { return body(nil) }
    return self.withText(body)
  }

  var byteCount: Int { self?.utf8.count ?? 0 }
  var isNull: Bool { self == nil }
}
