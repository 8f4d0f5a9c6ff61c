extension Schema {
  /// Checks all that can be wrong in a schema.
  func validate() throws(SchemaError) {
    guard version >= 1 else { throw .badVersion(version) }
    guard !fields.isEmpty else { throw .noFields }
    var seen: Set<String> = []
    for field in fields {
      try checkName(field.name)
      // Databases do not tell ASCII capitals from small letters in the names of columns.
      guard seen.insert(asciiLowercased(field.name)).inserted else {
        throw .duplicateName(field.name)
      }
      try checkFormat(of: field)
      try checkRules(of: field)
      try checkDefault(of: field)
      try checkReading(of: field)
    }
  }

  private func checkName(_ name: String) throws(SchemaError) {
    guard let first = name.unicodeScalars.first, let last = name.unicodeScalars.last else {
      throw .badName(name, reason: "it is empty")
    }
    // PostgreSQL cuts longer names.
    guard name.utf8.count <= 63 else {
      throw .badName(name, reason: "it is longer than 63 bytes of UTF-8, more than databases take")
    }
    guard !first.properties.isWhitespace, !last.properties.isWhitespace else {
      throw .badName(name, reason: "it begins or ends with a space")
    }
    let isControl = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory == .control
    }
    guard !name.unicodeScalars.contains(where: isControl) else {
      throw .badName(name, reason: "it holds a control character")
    }
  }

  private func checkFormat(of field: FieldDefinition) throws(SchemaError) {
    switch field.format {
    case .decimals(let count), .percent(decimals: let count):
      guard (0...FieldFormat.mostDecimals).contains(count) else {
        throw .badFormat(
          field: field.name,
          reason: "there are 0 to \(FieldFormat.mostDecimals) decimals, not \(count)")
      }
    case .automatic, .bytes, .day, .paragraphs: break
    }
  }

  private func checkRules(of field: FieldDefinition) throws(SchemaError) {
    for rule in field.rules {
      switch rule {
      case .range(let low, let high):
        guard !high.precedes(low), !low.isNaN, !high.isNaN else {
          throw .badRule(field: field.name, reason: "no value lies between \(low) and \(high)")
        }
      case .length(let low, let high):
        guard low <= high, high >= 0 else {
          throw .badRule(field: field.name, reason: "no text has \(low) to \(high) characters")
        }
      case .oneOf(let cells):
        guard !cells.isEmpty else {
          throw .badRule(field: field.name, reason: "the list of allowed values is empty")
        }
      case .check: break
      }
    }
  }

  private func checkDefault(of field: FieldDefinition) throws(SchemaError) {
    guard !field.defaultValue.isNull else { return }
    if let complaint = field.complaint(about: field.defaultValue) {
      throw .badDefault(field: field.name, reason: complaint.description)
    }
  }

  private func checkReading(of field: FieldDefinition) throws(SchemaError) {
    guard let name = field.reading else { return }
    let refuse = { (reason: String) in
      SchemaError.badReading(field: field.name, reading: name, reason: reason)
    }
    guard field.type == .string else { throw refuse("only text has a reading") }
    guard name != field.name else { throw refuse("a field cannot be its own reading") }
    guard let reading = self[name] else { throw refuse("the schema has no such field") }
    guard reading.type == .string else { throw refuse("it holds \(reading.type), not text") }
    guard reading.reading == nil else { throw refuse("it has a reading itself") }
  }
}

/// The text with A–Z made small.
func asciiLowercased(_ text: String) -> String {
  String(decoding: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
}
