internal import HikidashiBase

/// Where, when and how long something is shown.
///
/// ```swift
/// var options = PresentationOptions(channel: .toasts)
/// options.maximum = .seconds(5)
/// ```
public struct PresentationOptions: Hashable, Sendable {
  /// What happens to a request whose `key` belongs to an item that waits or is shown already.
  public enum Duplicates: Hashable, Sendable {
    /// The newer is refused with an error.
    case refused
    /// The newer joins the older, which keeps its content and counts one more.
    case counted
    /// The newer joins the older, whose content becomes that of both (``Presentable/merging(_:)``).
    case merged
    /// The older ends as replaced, and the newer is shown when it is gone.
    case replaced
  }

  public var channel: PresentationChannel
  /// The priority; items with a greater one are shown first. 0 by default.
  public var priority: Int
  /// Whether it takes the place of something of less priority, which comes back afterwards.
  public var interrupts = false
  /// How long it may wait until it ends as expired without having been shown; nil: for ever.
  public var expiry: Duration?
  /// How long it stays when the program takes it away, so that it does not flash. What a person does
  /// and the end of its owner take effect at once.
  public var minimum = Duration.zero
  /// How long it stays until it ends as timed out, each time it is shown; nil: for ever.
  public var maximum: Duration?
  /// Identifies duplicates: requests with the same key count as the same. Nil: never a duplicate.
  public var key: String?
  /// What happens to another request with the same key; the newer request's setting decides.
  public var duplicates = Duplicates.refused
  /// Items of a group can be cancelled together.
  public var group: String?
  /// The owner; the item ends when its owner ends.
  public var owner: PresentationOwner?

  public init(channel: PresentationChannel = .dialogs, priority: Int = 0) {
    self.channel = channel
    self.priority = priority
  }

  /// What is wrong with it, in words, or nil.
  var flaw: String? {
    if minimum < .zero { return tr("its minimum of {} is negative", minimum) }
    if let maximum, maximum < minimum {
      return tr("its maximum of {} is less than its minimum of {}", maximum, minimum)
    }
    if let expiry, expiry < .zero { return tr("its expiry of {} is negative", expiry) }
    return nil
  }
}
