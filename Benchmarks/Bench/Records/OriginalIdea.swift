import Foundation

/// The idea that this module began with, as directly as it can be written: a record is an array of
/// pairs of a key and a boxed value, found by comparing keys and read through casts.
struct OriginalIdea {
  typealias Record = [(key: String, value: Any)]

  private(set) var records: [Record] = []

  /// Reads a tab-separated file whose first line names the keys.
  init(contentsOf path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n")
    let keys = (lines.first ?? "").split(separator: "\t").map(String.init)
    records.reserveCapacity(lines.count)
    for line in lines.dropFirst() {
      var record: Record = []
      for (key, cell) in zip(keys, line.split(separator: "\t", omittingEmptySubsequences: false)) {
        record.append((key, Self.value(of: cell, key: key)))
      }
      records.append(record)
    }
  }

  private static func value(of cell: Substring, key: String) -> Any {
    switch key {
    case "id": Int(cell) ?? 0
    case "rate": Double(cell) ?? 0
    case "active": cell == "true"
    default: String(cell)
    }
  }

  func value(_ record: Int, _ key: String) -> Any? {
    records[record].first { $0.key == key }?.value
  }

  /// Record numbers, ascending by what is under `key`; equal ones stay in order.
  func sorted<Value>(
    by key: String, as type: Value.Type, _ precedes: (Value, Value) -> Bool
  ) -> [Int] {
    records.indices.sorted { left, right in
      guard let first = value(left, key) as? Value, let second = value(right, key) as? Value else {
        return false
      }
      return precedes(first, second)
    }
  }

  /// Record numbers for which the value under `key` is as asked.
  func search<Value>(_ key: String, as type: Value.Type, _ matches: (Value) -> Bool) -> [Int] {
    records.indices.filter { record in
      guard let value = value(record, key) as? Value else { return false }
      return matches(value)
    }
  }

  func counts<Value: Hashable>(by key: String, as type: Value.Type) -> [Value: Int] {
    var counts: [Value: Int] = [:]
    for record in records.indices {
      if let value = value(record, key) as? Value { counts[value, default: 0] += 1 }
    }
    return counts
  }

  func write(to path: String) throws {
    let keys = records.first?.map(\.key) ?? []
    var text = keys.joined(separator: "\t") + "\n"
    for record in records {
      text += record.map { "\($0.value)" }.joined(separator: "\t") + "\n"
    }
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }
}
