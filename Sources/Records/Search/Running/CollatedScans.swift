/// Text that a localized collation takes for equal to one of some values.
struct CollatedEqualScan: Scan {
  let collator: Collator
  let values: [[UInt8]]

  var cost: Double { 12 * Double(values.count) }
  var summary: String {
    values.count == 1 ? "equal, case and width ignored" : "one of \(values.count)"
  }

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard case .texts(let chunks) = column else { return places.clear() }
    let chunk = chunks[index]
    collator.withTable { table in
      places.narrow(toAnyOf: values) { value, found in
        value.withUnsafeBufferPointer { value in
          guard let table else {
            return found.filter { collator.areEqual(chunk.bytes(at: $0), value) }
          }
          let wanted = PrimaryWeights(value, table)
          found.filter { place in
            let bytes = chunk.bytes(at: place)
            return wanted.order(of: bytes, table) == 0 && collator.areEqual(bytes, value)
          }
        }
      }
    }
  }
}

/// Text between two others in the order of a localized collation.
struct CollatedRangeScan: Scan {
  let collator: Collator
  let lower: TextBound?
  let upper: TextBound?

  var cost: Double { 20 }
  var summary: String { "in the locale's order" }

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard case .texts(let chunks) = column else { return places.clear() }
    let chunk = chunks[index]
    collator.withTable { table in
      let low = lower.map { CollatedBound($0, collator, table) }
      let high = upper.map { CollatedBound($0, collator, table) }
      places.filter { place in
        let bytes = chunk.bytes(at: place)
        if let low {
          let order = low.order(of: bytes)
          if order < 0 || (order == 0 && !low.isIncluded) { return false }
        }
        guard let high else { return true }
        let order = high.order(of: bytes)
        return order < 0 || (order == 0 && high.isIncluded)
      }
    }
  }
}

/// A text that others must come before or behind.
struct TextBound: Sendable {
  let bytes: [UInt8]
  let isIncluded: Bool
}

/// A bound with its primary weights.
///
/// An object of the thread's own: as a structure it would count references to the collator, which
/// all threads share, at every comparison.
private final class CollatedBound {
  let bound: TextBound
  let collator: Collator
  let table: ElementTable?
  let weights: PrimaryWeights?

  init(_ bound: TextBound, _ collator: Collator, _ table: ElementTable?) {
    self.bound = bound
    self.collator = collator
    self.table = table
    weights = table.map { table in
      bound.bytes.withUnsafeBufferPointer { PrimaryWeights($0, table) }
    }
  }

  var isIncluded: Bool { bound.isIncluded }

  /// Below zero when the text comes before the bound, zero when it is equal to it.
  @inline(__always)
  func order(of text: UTF8Bytes) -> Int {
    if let weights, let table {
      let order = weights.order(of: text, table)
      if order != 0 { return order }
    }
    return bound.bytes.withUnsafeBufferPointer { collator.compare(text, $0) }
  }
}

/// The primary weights of a string, which decide most comparisons with it.
struct PrimaryWeights {
  private let weights: [UInt32]

  init(_ text: UTF8Bytes, _ table: ElementTable) {
    var list = List()
    table.walk(text, into: &list)
    weights = list.weights
  }

  /// Below zero when the primary weights of a string come before these, zero when they are the
  /// same: then the strings may be equal, and only then.
  @inline(__always)
  func order(of text: UTF8Bytes, _ table: ElementTable) -> Int {
    weights.withUnsafeBufferPointer { weights in
      var matcher = Matcher(weights: weights)
      table.walk(text, into: &matcher)
      return matcher.order != 0 ? matcher.order : matcher.at - weights.count
    }
  }

  private struct List: ElementSink {
    var weights: [UInt32] = []

    mutating func take(primary: UInt32, secondary: UInt32) -> Bool {
      if primary != 0 { weights.append(primary) }
      return true
    }
  }

  private struct Matcher: ElementSink {
    let weights: UnsafeBufferPointer<UInt32>
    var at = 0
    var order = 0

    @inline(__always)
    mutating func take(primary: UInt32, secondary: UInt32) -> Bool {
      guard primary != 0 else { return true }
      if at < weights.count, weights[at] == primary {
        at &+= 1
        return true
      }
      order = at < weights.count && primary < weights[at] ? -1 : 1
      return false
    }
  }
}
