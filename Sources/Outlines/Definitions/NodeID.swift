/// The identity of one node of an ``Outline``: it stays when rows open, move, are filtered or are
/// loaded again.
///
/// Give nodes ids of your own when the data has them. A node without one gets an id derived from
/// the texts on the way to it, the same at every launch:
///
/// ```swift
/// let animals = Outline { Section("Mammals", open: true) { "Dog"; "Cat" } }
/// let dog = NodeID(path: ["Mammals", "Dog"])
/// let row = animals.row(of: dog)  // 1
/// ```
public struct NodeID: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The id derived for a node when `path` are the texts from below `ancestor` (nil: from the root)
  /// down to it, none of these nodes has an id of its own, and each is the first of its text among
  /// its siblings.
  ///
  /// - Complexity: O(length of the texts).
  public init(path: [String], under ancestor: NodeID? = nil) {
    self = path.reduce(ancestor ?? .root) { NodeID(parent: $0, text: $1) }
  }
}

extension NodeID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: UInt64) {
    rawValue = value
  }
}

extension NodeID: CustomStringConvertible {
  /// The id in decimal digits.
  public var description: String { String(rawValue) }
}

/// In JSON an id is a string of decimal digits, as many tools read numbers above 2⁵³ inexactly.
/// A plain number is read, too.
extension NodeID: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(UInt64.self) {
      rawValue = value
      return
    }
    let digits = try container.decode(String.self)
    guard let value = UInt64(digits) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\"\(digits)\" is no node id; write a whole number from 0 to 2⁶⁴ − 1")
    }
    rawValue = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
