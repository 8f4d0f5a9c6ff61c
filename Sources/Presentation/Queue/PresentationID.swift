/// What a queue calls an item: items that were asked for later have greater ids.
public struct PresentationID: Hashable, Comparable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  public static func < (left: PresentationID, right: PresentationID) -> Bool {
    left.number < right.number
  }
}
