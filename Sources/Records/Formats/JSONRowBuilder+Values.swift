internal import FoundationEssentials

extension JSONRowBuilder {
  /// Writes a value into a field's chunk; false when it is none of the field's type.
  ///
  /// - Parameter isText: whether it stands between quotes, which `content` lacks, but for JSON.
  @inline(__always)
  func store(_ content: UnsafeBufferPointer<UInt8>, isText: Bool, _ slot: Slot) -> Bool {
    switch slot.target {
    case .integers(let chunk):
      guard !isText, let value = NumberText.integer(content) else { return false }
      chunk._withUnsafeGuaranteedRef { $0.set(value, at: row) }
    case .doubles(let chunk):
      guard let value = number(content, slot.type, isText: isText) else { return false }
      chunk._withUnsafeGuaranteedRef { $0.set(value, at: row) }
    case .booleans(let chunk):
      guard let value = FieldText.commonBoolean(content) ?? FieldText.boolean(content) else {
        return false
      }
      chunk._withUnsafeGuaranteedRef { $0.set(value, at: row) }
    case .texts(let chunk):
      guard slot.type == .json || isText else { return false }
      guard slot.type == .data else {
        chunk._withUnsafeGuaranteedRef { $0.set(content, at: row) }
        return true
      }
      guard let data = Base64Text.data(content) else { return false }
      data.withUnsafeBytes { bytes in
        chunk._withUnsafeGuaranteedRef { $0.set(bytes.bindMemory(to: UInt8.self), at: row) }
      }
    }
    return true
  }

  /// A double or the seconds of a date.
  @inline(__always)
  private func number(
    _ content: UnsafeBufferPointer<UInt8>, _ type: FieldType, isText: Bool
  ) -> Double? {
    guard type == .double else { return isText ? DateText.seconds(content) : nil }
    guard isText else { return NumberText.double(content) }
    // Text stands only for what JSON has no number for.
    guard let value = FieldText.double(content), !value.isFinite else { return nil }
    return value
  }

  /// Writes a value of the field's type, or null.
  func write(_ cell: CellValue, _ index: Int) {
    switch slots[index].target {
    case .integers(let chunk):
      chunk._withUnsafeGuaranteedRef { $0.set(Int(cell: cell), at: row) }
    case .doubles(let chunk):
      let seconds = Date(cell: cell)?.timeIntervalSinceReferenceDate
      chunk._withUnsafeGuaranteedRef { $0.set(Double(cell: cell) ?? seconds, at: row) }
    case .booleans(let chunk):
      chunk._withUnsafeGuaranteedRef { $0.set(Bool(cell: cell), at: row) }
    case .texts(let chunk):
      cell.withBytes { bytes in chunk._withUnsafeGuaranteedRef { $0.set(bytes, at: row) } }
    }
  }
}
