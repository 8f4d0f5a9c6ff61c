/// The numbers of the documents of a sync, as text that says runs by their ends: `9100-9098,2119`.
struct SyncPlan: Equatable {
  /// The greatest first.
  let numbers: [Int]

  /// - Parameter numbers: In any order.
  init(_ numbers: [Int]) { self.numbers = Set(numbers).sorted(by: >) }

  /// Reads what ``text`` has written; what is not like that is left out.
  init(text: String) {
    var numbers: [Int] = []
    for part in text.split(separator: ",") {
      let ends = part.split(separator: "-").map { Int($0) }
      guard let last = ends.first.flatMap(\.self), let first = ends.last.flatMap(\.self),
        ends.count <= 2, 1...99_999 ~= first, first <= last, last <= 99_999
      else { continue }
      numbers += (first...last).reversed()
    }
    self.init(numbers)
  }

  var text: String {
    var parts: [String] = []
    var rest = numbers[...]
    while let last = rest.first {
      let length = rest.enumerated().prefix { $0.element == last - $0.offset }.count
      parts.append(length == 1 ? "\(last)" : "\(last)-\(last - length + 1)")
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: ",")
  }
}
