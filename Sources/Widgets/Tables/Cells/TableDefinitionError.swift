/// An error in the definition of a table, its columns or its cells.
public enum TableDefinitionError: Error, Equatable, Sendable {
  /// A content names a slot that the layout does not have. `place` is the line of the content in
  /// the source code; `layout` is the file of the layout, if it has one.
  case unknownSlot(String, known: [String], layout: String?, place: String)
  /// A content and its slot are of different kinds.
  case wrongKind(slot: String, is: CellSlot.Kind, content: CellSlot.Kind, place: String)
  /// Two contents are for the same slot.
  case filledTwice(slot: String, place: String)
  /// Two slots of a layout have the same name.
  case duplicateSlot(String, place: String)
  /// A slot of a layout has no content.
  case unfilledSlot(String, place: String)
  /// A file cannot be read.
  case unreadable(path: String, reason: String)
  /// A file is malformed at a place, for a reason.
  case malformed(place: String, reason: String)
}

extension TableDefinitionError: CustomStringConvertible {
  /// The error as a sentence with its place.
  public var description: String {
    switch self {
    case .unknownSlot(let name, let known, let layout, let place):
      "\(place): \(layout ?? "the layout") has no slot “\(name)”"
        + (known.isEmpty ? ", nor any other" : "; there are \(known.joined(separator: ", "))")
    case .wrongKind(let slot, let kind, let content, let place):
      "\(place): slot “\(slot)” shows \(kind.rawValue), not \(content.rawValue)"
    case .filledTwice(let slot, let place):
      "\(place): slot “\(slot)” has a content already; remove one"
    case .duplicateSlot(let name, let place):
      "\(place): two slots are called “\(name)”; rename one"
    case .unfilledSlot(let name, let place):
      "\(place): no content fills slot “\(name)”; add one, or remove the slot"
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .malformed(let place, let reason): "\(place): \(reason)"
    }
  }
}
