/// Numbers from one to another, both included.
struct NumberScan<Number: ColumnNumber>: Scan {
  let range: ClosedRange<Number>

  var cost: Double { 0.3 }
  var summary: String { "\(range.lowerBound)…\(range.upperBound)" }

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard let chunks = Number.chunks(of: column) else { return places.clear() }
    Number.narrow(places, of: chunks[index], to: range)
  }
}

/// Numbers of a set, none of which is NaN.
struct NumberSetScan<Number: ColumnNumber>: Scan {
  let values: [Number]
  private let set: Set<Number>

  init(_ values: [Number]) {
    self.values = values
    set = Set(values)
  }

  var cost: Double { isSmall ? 0.3 * Double(values.count) : 8 }
  var summary: String { "one of \(values.count)" }
  /// Whether the values are so few that comparing them one by one is faster.
  private var isSmall: Bool { values.count <= 8 }

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard let chunks = Number.chunks(of: column) else { return places.clear() }
    let chunk = chunks[index]
    guard isSmall else { return places.filter { set.contains(chunk.values[$0]) } }
    places.narrow(toAnyOf: values) { value, found in
      Number.narrow(found, of: chunk, to: value...value)
    }
  }
}

/// Doubles that are no number.
struct NaNScan: Scan {
  var cost: Double { 1 }
  var summary: String { "no number" }

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard case .doubles(let chunks) = column else { return places.clear() }
    let chunk = chunks[index]
    places.filter { chunk.values[$0].isNaN }
  }
}

/// Booleans that are this one.
struct BooleanScan: Scan {
  let value: Bool

  var cost: Double { 0.1 }
  var summary: String { "\(value)" }

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard case .booleans(let chunks) = column else { return places.clear() }
    let chunk = chunks[index]
    for word in 0..<ChunkLayout.words {
      places[word] &= value ? chunk.words[word] : ~chunk.words[word]
    }
  }
}

extension UnsafeMutablePointer<UInt64> {
  /// Clears the bits of places that `narrow` clears for every one of the values.
  @inline(__always)
  func narrow<Value>(toAnyOf values: [Value], _ narrow: (Value, PlaceWords) -> Void) {
    if values.count == 1 { return narrow(values[0], self) }
    withPlaceWords(copying: self) { rest in
      clear()
      for value in values {
        withPlaceWords(copying: rest) { found in
          narrow(value, found)
          for word in 0..<ChunkLayout.words {
            self[word] |= found[word]
            rest[word] &= ~found[word]
          }
        }
      }
    }
  }
}
