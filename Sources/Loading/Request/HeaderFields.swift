/// The fields at the head of a request or a response, in their order; names match in any case.
///
/// ```swift
/// var fields: HeaderFields = ["Accept": "text/plain"]
/// fields["accept"]  // "text/plain"
/// ```
public struct HeaderFields: Hashable, Sendable {
  /// One line of a head.
  public struct Field: Hashable, Sendable {
    /// The name as it was written; it matches in any case.
    public let name: String
    /// The value as it was written or received.
    public let value: String

    /// A line of this name and value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  private var fields: [Field] = []

  /// No fields.
  public init() {}

  /// The fields of a sequence, in its order; a name may occur more than once.
  public init(_ fields: some Sequence<Field>) { self.fields = Array(fields) }

  /// The value of the first field of this name; setting it replaces all of them, and nil removes.
  ///
  /// - Complexity: O(*n*) in the count of fields.
  public subscript(name: String) -> String? {
    get { fields.first { Self.isEqual($0.name, name) }?.value }
    set {
      let place = fields.firstIndex { Self.isEqual($0.name, name) }
      fields.removeAll { Self.isEqual($0.name, name) }
      guard let newValue else { return }
      fields.insert(Field(name, newValue), at: place ?? fields.count)
    }
  }

  /// The values of every field of this name, in their order.
  public func values(_ name: String) -> [String] {
    fields.filter { Self.isEqual($0.name, name) }.map(\.value)
  }

  /// Adds a field behind the others, even where its name is there already.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name, value))
  }

  private static func isEqual(_ first: String, _ second: String) -> Bool {
    let first = first.utf8
    let second = second.utf8
    return first.count == second.count
      && zip(first, second).allSatisfy { lowercase($0) == lowercase($1) }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}

extension HeaderFields: RandomAccessCollection {
  public var startIndex: Int { fields.startIndex }
  public var endIndex: Int { fields.endIndex }
  public subscript(position: Int) -> Field { fields[position] }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field($0.0, $0.1) }
  }
}
