/// The fields of a schema by what people call them: name or title, in any case and width.
struct FieldNames: Sendable {
  private let fields: [FieldDefinition]
  private var exact: [String: FieldDefinition] = [:]
  private var alike: [String: FieldDefinition] = [:]

  init(_ schema: Schema) { self.init(schema.fields) }

  init(_ fields: [FieldDefinition]) {
    self.fields = fields
    for field in fields {
      exact[field.name] = field
      alike[Self.folded(field.name)] = field
    }
    // A title never takes the place of a name.
    for field in fields {
      let title = Self.folded(field.title)
      if alike[title] == nil { alike[title] = field }
    }
  }

  subscript(name: String) -> FieldDefinition? { exact[name] ?? alike[Self.folded(name)] }

  /// Names similar to this one, the most similar first, at most three.
  func suggestions(for name: String) -> [String] {
    let wanted = Array(Self.folded(name).unicodeScalars)
    // Longer than any name: nothing is like it, and comparing takes the square of its length.
    guard !wanted.isEmpty, wanted.count <= 100 else { return [] }
    let scored = fields.flatMap { field in
      [field.name, field.title].map { called in
        (called, Self.distance(wanted, Array(Self.folded(called).unicodeScalars)))
      }
    }
    var found: [String] = []
    for (called, distance) in scored.sorted(by: { $0.1 < $1.1 })
    where distance <= max(1, wanted.count / 3)
      && !found.contains(where: { Self.folded($0) == Self.folded(called) })
    {
      found.append(called)
    }
    return Array(found.prefix(3))
  }

  private static func folded(_ text: String) -> String {
    var narrow = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let value = scalar.value
      narrow.append(
        (0xFF01...0xFF5E).contains(value)
          ? Unicode.Scalar(value - 0xFEE0) ?? scalar
          : value == 0x3000 ? " " : scalar)
    }
    return String(narrow).lowercased()
  }

  /// The number of letters to add, remove, change or swap with the next; also 0 for a beginning of
  /// three or more letters.
  ///
  /// - Source: the "optimal string alignment" distance, after Damerau, "A technique for computer
  ///   detection and correction of spelling errors", CACM 7(3), 1964.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    if left.count >= 3, right.starts(with: left) { return 0 }
    var before: [Int] = []
    var row = Array(0...right.count)
    for i in 0..<left.count {
      var next = [i + 1]
      for j in 0..<right.count {
        var best = min(
          row[j] + (left[i] == right[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, before[j - 1] + 1)
        }
        next.append(best)
      }
      before = row
      row = next
    }
    return row[right.count]
  }
}

extension Schema {
  /// Names similar to this one, as suggestions for an error.
  func namesLike(_ name: String) -> [String] { FieldNames(self).suggestions(for: name) }
}
