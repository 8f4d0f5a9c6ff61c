/// What a person has done with RFCs, as far as a list of them tells it: their numbers.
public struct RFCMarks: Sendable, Hashable {
  /// Those whose text is on this machine.
  public var here: Set<Int>
  /// Those that were read.
  public var read: Set<Int>
  /// Those with a bookmark.
  public var bookmarked: Set<Int>

  /// Creates marks of numbers.
  public init(here: Set<Int> = [], read: Set<Int> = [], bookmarked: Set<Int> = []) {
    self.here = here
    self.read = read
    self.bookmarked = bookmarked
  }
}
