/// The number that names a record of a table for ever: it is not used again when the record is gone.
///
/// The first record of a table has number 0, each later one a greater number.
public struct RecordNumber: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

extension RecordNumber: Comparable, CustomStringConvertible, ExpressibleByIntegerLiteral, Codable {
  public init(integerLiteral value: Int) { rawValue = value }

  public static func < (left: RecordNumber, right: RecordNumber) -> Bool {
    left.rawValue < right.rawValue
  }

  public var description: String { "\(rawValue)" }
}
