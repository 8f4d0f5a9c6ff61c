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

  /// Derives the id of a node when `path` are the texts from below `ancestor` (nil: from the root)
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

// MARK: - Derived

/// Ids that depend on nothing but the texts on the way to a node.
extension NodeID {
  /// Stands above the roots in derived ids; an arbitrary constant.
  static let root = NodeID(rawValue: 0x6869_6B69_6461_7368)

  /// The id of the first child with that text under `parent`.
  ///
  /// The hash takes eight bytes of UTF-8 at a time through the finalizer of SplitMix64 (Steele,
  /// Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). Swift's `Hasher`
  /// would not do: its seed changes with every launch.
  init(parent: NodeID, text: String) {
    var text = text
    self = text.withUTF8 { NodeID(parent: parent, utf8: $0) }
  }

  private init(parent: NodeID, utf8: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeRawBufferPointer(utf8)
    var state = mixed(parent.rawValue ^ UInt64(truncatingIfNeeded: bytes.count))
    var offset = 0
    while offset + 8 <= bytes.count {
      let chunk = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      state = mixed(state ^ UInt64(littleEndian: chunk))
      offset += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[offset...].reversed() { rest = rest << 8 | UInt64(byte) }
    rawValue = mixed(state ^ rest)
  }

  /// The id of a further node that would have `self`, the `occurrence`-th (from 1).
  func repeated(_ occurrence: Int) -> NodeID {
    NodeID(rawValue: mixed(rawValue &+ UInt64(truncatingIfNeeded: occurrence)))
  }
}

/// Spreads every bit of `value` over all of the result; a bijection.
@inline(__always)
func mixed(_ value: UInt64) -> UInt64 {
  var z = value &+ 0x9E37_79B9_7F4A_7C15
  z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z &>> 31)
}
