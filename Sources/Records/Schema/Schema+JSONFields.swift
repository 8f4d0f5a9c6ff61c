internal import FoundationEssentials

extension FieldDefinition {
  private static let keys = [
    "name", "title", "type", "optional", "default", "format", "collation", "reading", "rules",
  ]

  /// Reads one field of a schema.
  convenience init(_ node: SchemaNode) throws(SchemaError) {
    let members = try node.members(known: Self.keys)
    guard let name = members["name"], let typeNode = members["type"] else {
      let missing = members["name"] == nil ? "name" : "type"
      throw node.refused("“\(missing)” is missing")
    }
    let typeName = try typeNode.string()
    guard let type = FieldType(rawValue: typeName) else {
      let known = FieldType.allCases.map(\.rawValue).joined(separator: ", ")
      throw typeNode.refused("“\(typeName)” is no type; there are \(known)")
    }
    if let collation = members["collation"] ?? members["reading"], type != .string {
      throw collation.refused("only fields of type string have one")
    }
    self.init(
      name: try name.string(), title: try members["title"]?.string(), type: type,
      isOptional: try members["optional"]?.boolean() ?? false,
      defaultValue: try members["default"]?.cell(of: type) ?? .null,
      format: try members["format"]?.format() ?? .automatic,
      collation: try members["collation"]?.collation() ?? .localized(),
      reading: try members["reading"]?.string(),
      rules: try members["rules"]?.rules(for: type) ?? [],
      isKnown: type == .json ? isJSON : nil)
  }
}

/// Whether a cell that is to be JSON is JSON.
private func isJSON(_ cell: CellValue) -> Bool {
  guard case .json(var text) = cell else { return true }
  return text.withUTF8 { JSONScanner.complaint(about: $0) == nil }
}

extension SchemaNode {
  fileprivate func format() throws(SchemaError) -> FieldFormat {
    if case .string(let name) = node.kind {
      switch name {
      case "automatic": return .automatic
      case "bytes": return .bytes
      case "day": return .day
      case "paragraphs": return .paragraphs
      default:
        throw refused("“\(name)” is no format; there are automatic, bytes, day and paragraphs")
      }
    }
    let members = try members(known: ["decimals", "percent"])
    guard members.count == 1, let (key, value) = members.first else {
      throw refused("one of “decimals” and “percent” is expected")
    }
    let count = try value.integer()
    guard (0...FieldFormat.mostDecimals).contains(count) else {
      throw value.refused("there are 0 to \(FieldFormat.mostDecimals) decimals")
    }
    return key == "decimals" ? .decimals(count) : .percent(decimals: count)
  }

  fileprivate func collation() throws(SchemaError) -> Collation {
    do {
      return try JSONDecoder().decode(Collation.self, from: Data(node.text.utf8))
    } catch DecodingError.dataCorrupted(let context) {
      throw refused(context.debugDescription)
    } catch {
      throw refused("it is no collation: “binary”, “localized”, or an object of its options")
    }
  }

  fileprivate func rules(for type: FieldType) throws(SchemaError) -> [CellRule] {
    var rules: [CellRule] = []
    for (index, element) in try elements().enumerated() {
      let node = SchemaNode(element, at: "\(place)[\(index)]")
      let members = try node.members(known: ["range", "length", "oneOf"])
      guard members.count == 1, let (key, value) = members.first else {
        throw node.refused("one of “range”, “length” and “oneOf” is expected")
      }
      switch key {
      case "range": rules.append(try value.rangeRule(for: type))
      case "length": rules.append(try value.lengthRule(for: type))
      default:
        var cells: [CellValue] = []
        for (index, element) in try value.elements().enumerated() {
          let place = "\(value.place)[\(index)]"
          cells.append(try SchemaNode(element, at: place).cell(of: type))
        }
        rules.append(.oneOf(cells))
      }
    }
    return rules
  }

  /// The two elements of a list, each with its place.
  private func pair() throws(SchemaError) -> (SchemaNode, SchemaNode) {
    let elements = try elements()
    guard elements.count == 2 else { throw refused("a list of two is expected, null for no bound") }
    return (
      SchemaNode(elements[0], at: place + "[0]"), SchemaNode(elements[1], at: place + "[1]")
    )
  }

  private func rangeRule(for type: FieldType) throws(SchemaError) -> CellRule {
    guard type.isSortable else { throw refused("values of type \(type) have no order") }
    let (low, high) = try pair()
    return .range(try low.cell(of: type), try high.cell(of: type))
  }

  private func lengthRule(for type: FieldType) throws(SchemaError) -> CellRule {
    guard type == .string else { throw refused("only fields of type string have a length") }
    let (low, high) = try pair()
    if case .null = high.node.kind { return .length(try low.integer(), .max) }
    return .length(try low.integer(), try high.integer())
  }
}
