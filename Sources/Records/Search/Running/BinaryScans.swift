internal import CHikidashiScan
internal import Glibc

/// Text or data whose bytes are those of one of some values.
struct BinaryEqualScan: Scan {
  let values: [[UInt8]]
  private let set: Set<[UInt8]>

  init(_ values: [[UInt8]]) {
    self.values = values
    set = Set(values)
  }

  var cost: Double { values.count <= Self.few ? 0.8 * Double(values.count) : 60 }
  var summary: String { values.count == 1 ? "equal bytes" : "one of \(values.count)" }
  private static let few = 16

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard case .texts(let chunks) = column else { return places.clear() }
    let chunk = chunks[index]
    guard values.count <= Self.few else {
      return places.filter { set.contains(Array(chunk.bytes(at: $0))) }
    }
    chunk.slots.withMemoryRebound(to: UInt64.self, capacity: chunk.count) { slots in
      places.narrow(toAnyOf: values) { value, found in
        value.withUnsafeBufferPointer { value in
          // An empty value has no address, and needs none.
          let start = value.baseAddress ?? UnsafePointer(chunk.arena)
          hk_texts_equal(slots, chunk.count, chunk.arena, start, value.count, found, found)
        }
      }
    }
  }
}

/// Text whose bytes lie between two, compared byte by byte.
struct BinaryRangeScan: Scan {
  let lower: TextBound?
  let upper: TextBound?

  var cost: Double { 6 }
  var summary: String { "between bytes" }

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard case .texts(let chunks) = column else { return places.clear() }
    let chunk = chunks[index]
    places.filter { place in
      let bytes = chunk.bytes(at: place)
      if let lower {
        let order = compareBytes(bytes, lower.bytes)
        if order < 0 || (order == 0 && !lower.isIncluded) { return false }
      }
      guard let upper else { return true }
      let order = compareBytes(bytes, upper.bytes)
      return order < 0 || (order == 0 && upper.isIncluded)
    }
  }
}

/// Below zero when the left bytes come before the right ones, zero when they are equal.
@inline(__always)
func compareBytes(_ left: UTF8Bytes, _ right: [UInt8]) -> Int {
  right.withUnsafeBufferPointer { right in
    let common = min(left.count, right.count)
    guard common > 0, let first = left.baseAddress, let second = right.baseAddress else {
      return left.count - right.count
    }
    let order = memcmp(first, second, common)
    return order == 0 ? left.count - right.count : Int(order)
  }
}
