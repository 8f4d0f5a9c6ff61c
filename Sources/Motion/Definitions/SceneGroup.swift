/// Elements and groups that begin together, one after another, or staggered, with a timing of their
/// own.
///
/// ```swift
/// SceneGroup(.sequence, id: "intro") {
///   Element(.text("One")).fade(from: 0, to: 1, over: 0.5)
///   Element(.text("Two")).fade(from: 0, to: 1, over: 0.5)
/// }.timed(Timing(repeats: 3))
/// ```
public struct SceneGroup: Sendable {
  /// When the items of a group begin, unless they set their own start.
  public enum Order: Sendable, Hashable {
    /// All at once.
    case together
    /// Each when the one before it has ended.
    case sequence
    /// Each so many seconds after the one before it has begun.
    case stagger(Double)
  }

  public let order: Order
  /// The name by which other items refer to the group; unique in a scene.
  public let id: String?
  public var items: [SceneItem]
  public var start = SceneStart.automatic
  public var timing = Timing()

  public init(
    _ order: Order = .together, id: String? = nil,
    @SceneBuilder _ items: () throws -> [SceneItem]
  ) rethrows {
    self.init(order, id: id, try items())
  }

  public init(_ order: Order = .together, id: String? = nil, _ items: [SceneItem]) {
    self.order = order
    self.id = id
    self.items = items
  }

  /// Sets when the group begins.
  public func starts(_ start: SceneStart) -> SceneGroup {
    var group = self
    group.start = start
    return group
  }

  /// Sets the timing of everything in the group.
  ///
  /// With repeats, a direction or a speed the group has a time of its own: what is outside can begin
  /// with or after the group, and not with what is in it. Until it has ended it counts as moving all
  /// that is moved in it.
  public func timed(_ timing: Timing) -> SceneGroup {
    var group = self
    group.timing = timing
    return group
  }
}
