/// An entry that the words of a search are about, and where they were found.
public struct RFCMatch: Sendable, Hashable {
  /// Where words were found.
  public struct Places: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The number begins with the digits.
    public static let number = Places(rawValue: 1)
    /// The number is the one that was typed, and all of it.
    public static let wholeNumber = Places(rawValue: 2)
    /// In the title.
    public static let title = Places(rawValue: 4)
    /// In the name of an author.
    public static let author = Places(rawValue: 8)
    /// In a keyword.
    public static let keyword = Places(rawValue: 16)
    /// In the abstract.
    public static let abstract = Places(rawValue: 32)
  }

  /// The position of the entry in the index.
  public var position: Int
  /// Where the words were found, all of them together.
  public var places: Places
}
