import CHikidashiICU
import Foundation

@testable import HikidashiRecords

/// The obvious search: every test put to every record, one after the other.
struct SlowSearch {
  let table: RecordTable

  func found(_ query: Query) -> [Int] {
    table.numbers.map(\.rawValue).filter { fulfils(query.node, table[RecordNumber($0)].cells) }
  }

  private func fulfils(_ node: QueryNode, _ cells: [CellValue]) -> Bool {
    switch node {
    case .all(let nodes): return nodes.allSatisfy { fulfils($0, cells) }
    case .any(let nodes): return nodes.contains { fulfils($0, cells) }
    case .not(let inner): return !fulfils(inner, cells)
    case .test(let test, let field):
      let index = table.schema.fields.firstIndex(of: field)
      return index.map { fulfils(test, cells[$0], field) } ?? false
    }
  }

  private func fulfils(_ test: QueryTest, _ cell: CellValue, _ field: FieldDefinition) -> Bool {
    if test == .isNull { return cell.isNull }
    if cell.isNull { return false }
    switch test {
    case .isNull: return false
    case .hasValue: return true
    case .isNaN: return cell.isNaN
    case .oneOf(let values): return values.contains { isEqual(cell, $0, field) }
    case .notEqual(let value): return !isEqual(cell, value, field)
    case .within(let range): return lies(cell, in: range, field)
    case .text(let place, let text): return holds(cell, place, text, field)
    case .pattern(let pattern):
      let options: String.CompareOptions =
        field.collation == .binary ? .regularExpression : [.regularExpression, .caseInsensitive]
      return cell.text.range(of: pattern, options: options) != nil
    }
  }

  private func isEqual(_ left: CellValue, _ right: CellValue, _ field: FieldDefinition) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)):
      key(left, field) == key(right, field)
    case (.json(let left), .json(let right)): Array(left.utf8) == Array(right.utf8)
    default: left == right
    }
  }

  private func lies(_ cell: CellValue, in range: QueryRange, _ field: FieldDefinition) -> Bool {
    if let lower = range.lower {
      let order = order(cell, lower.value, field)
      if order == nil || order == .orderedAscending { return false }
      if order == .orderedSame, !lower.isIncluded { return false }
    }
    if let upper = range.upper {
      let order = order(cell, upper.value, field)
      if order == nil || order == .orderedDescending { return false }
      if order == .orderedSame, !upper.isIncluded { return false }
    }
    return true
  }

  private func order(
    _ left: CellValue, _ right: CellValue, _ field: FieldDefinition
  ) -> ComparisonResult? {
    if case .string(let first) = left, case .string(let second) = right {
      let (first, second) = (key(first, field), key(second, field))
      return first == second
        ? .orderedSame
        : first.lexicographicallyPrecedes(second) ? .orderedAscending : .orderedDescending
    }
    if left.isNaN || right.isNaN { return nil }
    return left.precedes(right)
      ? .orderedAscending : right.precedes(left) ? .orderedDescending : .orderedSame
  }

  private func key(_ text: String, _ field: FieldDefinition) -> [UInt8] {
    Collator.shared(for: field.collation)?.key(for: text) ?? Array(text.utf8)
  }

  private func holds(
    _ cell: CellValue, _ place: MatchPlace, _ text: String, _ field: FieldDefinition
  ) -> Bool {
    let whole = folded(cell.text, field)
    let part = folded(text, field)
    switch place {
    case .start: return whole.starts(with: part)
    case .end: return whole.reversed().starts(with: part.reversed())
    case .anywhere, .word:
      if part.isEmpty { return place == .anywhere }
      return (0...max(0, whole.count - part.count)).contains { start in
        whole[start...].starts(with: part)
          && (place == .anywhere || isWord(whole, start..<start + part.count))
      }
    }
  }

  private func isWord(_ text: [Unicode.Scalar], _ range: Range<Int>) -> Bool {
    let isPart = { WordBoundary.isPart(text[$0].value) }
    let start = range.lowerBound
    let end = range.upperBound
    return !(start > 0 && isPart(start - 1) && isPart(start))
      && !(end < text.count && isPart(end - 1) && isPart(end))
  }

  private func folded(_ text: String, _ field: FieldDefinition) -> [Unicode.Scalar] {
    guard field.type == .string, let folding = Folding.shared(for: field.collation) else {
      return Array(text.unicodeScalars)
    }
    return Array(String(decoding: folding.fold(text), as: UTF8.self).unicodeScalars)
  }
}
