/// Where something is on its way from a request to its end.
public enum PresentationState: Hashable, Sendable {
  /// For its turn, for what it comes after, or for a condition.
  case waiting
  /// The presenter makes the view, and has not said that it is there.
  case presenting
  /// The view is there.
  case presented
  /// The presenter takes the view away, and has not said that it is gone.
  case dismissing
  /// The view is gone, or there was none.
  case ended
}

/// What a queue knows of one item at a moment.
public struct PresentationStatus: Hashable, Sendable {
  public let id: PresentationID
  public let name: String
  public let state: PresentationState
  public let options: PresentationOptions
  /// How many requests are this item, 1 or more: duplicates are counted or merged.
  public let count: Int
  /// How many of those it comes after have not ended.
  public let prerequisites: Int
  /// How many of its conditions do not hold.
  public let unmetConditions: Int

  package init(
    id: PresentationID, name: String, state: PresentationState, options: PresentationOptions,
    count: Int, prerequisites: Int, unmetConditions: Int
  ) {
    self.id = id
    self.name = name
    self.state = state
    self.options = options
    self.count = count
    self.prerequisites = prerequisites
    self.unmetConditions = unmetConditions
  }
}
