internal import CHikidashiScan

/// Integers from one to another, both included.
struct IntegerScan: Scan {
  let range: ClosedRange<Int>

  var cost: Double { 0.3 }
  var summary: String { "\(range.lowerBound)…\(range.upperBound)" }

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard case .integers(let chunks) = column else { return places.clear() }
    let chunk = chunks[index]
    chunk.values.withMemoryRebound(to: Int64.self, capacity: chunk.count) {
      hk_integers_within(
        $0, chunk.count, Int64(range.lowerBound), Int64(range.upperBound), places, places)
    }
  }
}

/// Integers of a set.
struct IntegerSetScan: Scan {
  let values: [Int]
  private let set: Set<Int>

  init(_ values: [Int]) {
    self.values = values
    set = Set(values)
  }

  var cost: Double { values.count <= Self.few ? 0.3 * Double(values.count) : 8 }
  var summary: String { "one of \(values.count)" }
  /// So many are sooner compared one by one.
  private static let few = 8

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard case .integers(let chunks) = column else { return places.clear() }
    let chunk = chunks[index]
    guard values.count <= Self.few else {
      return places.filter { set.contains(chunk.values[$0]) }
    }
    places.narrow(toAnyOf: values) { value, found in
      IntegerScan(range: value...value).narrow(found, in: column, chunk: index, tools)
    }
  }
}

/// Doubles from one to another, both included.
struct DoubleScan: Scan {
  let range: ClosedRange<Double>

  var cost: Double { 0.3 }
  var summary: String { "\(range.lowerBound)…\(range.upperBound)" }

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard case .doubles(let chunks) = column else { return places.clear() }
    let chunk = chunks[index]
    hk_doubles_within(
      chunk.values, chunk.count, range.lowerBound, range.upperBound, places, places)
  }
}

/// Doubles of a set, none of which is NaN.
struct DoubleSetScan: Scan {
  let values: [Double]
  private let set: Set<Double>

  init(_ values: [Double]) {
    self.values = values
    set = Set(values)
  }

  var cost: Double { values.count <= Self.few ? 0.3 * Double(values.count) : 8 }
  var summary: String { "one of \(values.count)" }
  private static let few = 8

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard case .doubles(let chunks) = column else { return places.clear() }
    let chunk = chunks[index]
    guard values.count <= Self.few else {
      return places.filter { set.contains(chunk.values[$0]) }
    }
    places.narrow(toAnyOf: values) { value, found in
      DoubleScan(range: value...value).narrow(found, in: column, chunk: index, tools)
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
