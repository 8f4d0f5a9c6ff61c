extension Query {
  /// How a value is compared with another, where that is only known at run time.
  public enum Comparison: String, Hashable, Sendable, Codable, CaseIterable {
    case equal, notEqual
    case less, lessOrEqual, greater, greaterOrEqual
    /// Text that begins with the other.
    case prefix
    /// Text that ends with the other.
    case suffix
    /// Text that holds the other.
    case contains
    /// Text that holds the other as a word.
    case word
    /// Text in which the other, a regular expression, finds something.
    case pattern

    /// Whether values of the type can be compared so.
    public func isDefined(for type: FieldType) -> Bool {
      switch self {
      case .equal, .notEqual: true
      case .less, .lessOrEqual, .greater, .greaterOrEqual: type.isSortable
      case .prefix, .suffix, .contains, .word, .pattern: type == .string || type == .json
      }
    }
  }

  /// Compares the field of this name with a value: for forms and files, which know fields by name.
  ///
  /// ```swift
  /// let good = try Query.field("rate", .greaterOrEqual, 4.0, schema: cards.schema)
  /// ```
  ///
  /// An integer may be given for a field of doubles, and text for a field of JSON.
  ///
  /// - Throws: ``QueryError`` when there is no such field, when its values are of another type or
  ///   cannot be compared so, or when a pattern is wrong.
  public static func field(
    _ name: String, _ comparison: Comparison, _ value: CellValue, schema: Schema
  ) throws(QueryError) -> Query {
    guard let field = schema[name] else {
      throw .unknownField(name: name, suggestions: schema.namesLike(name))
    }
    guard comparison.isDefined(for: field.type) else {
      throw .notComparable(field: name, type: field.type, comparison: comparison)
    }
    let value = value.converted(to: field.type)
    guard let type = value.type else {
      switch comparison {
      case .equal: return field.isNull
      case .notEqual: return field.hasValue
      default: throw .nullCompared(field: name, comparison: comparison)
      }
    }
    guard type == field.type else {
      throw .wrongType(field: name, expected: field.type, found: type)
    }
    switch comparison {
    case .equal: return equal(field, value)
    case .notEqual: return notEqual(field, value)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return within(field, QueryRange(comparison, value))
    case .prefix: return text(field, .start, value.text)
    case .suffix: return text(field, .end, value.text)
    case .contains: return text(field, .anywhere, value.text)
    case .word: return text(field, .word, value.text)
    case .pattern: return try pattern(field, value.text)
    }
  }
}

extension CellValue {
  fileprivate func converted(to type: FieldType) -> CellValue {
    switch (self, type) {
    case (.integer(let value), .double): .double(Double(value))
    case (.string(let text), .json): .json(text)
    default: self
    }
  }

  /// The text of a string or of JSON; empty for other values.
  var text: String {
    switch self {
    case .string(let text), .json(let text): text
    default: ""
    }
  }
}
