/// Moving elements and their times, checked when it is made.
///
/// ```swift
/// let scene = try Scene(repeats: 2) {
///   Element(.text("こんにちは", font: Font(size: 24)))
///     .move(from: Point(0, 0), to: Point(200, 80), over: 1.5, delay: 0.3, curve: .easeInOut)
///     .fade(from: 1, to: 0, over: 1.5)
/// }
/// scene.state(at: 0.8).first?.opacity
/// ```
///
/// A scene knows nothing of what shows it, and can be asked for its state at any time in any order.
public struct Scene: Sendable {
  /// A part that elements move.
  public struct Part: Sendable {
    /// The id of the element that it was defined with.
    public let id: String
    public let content: Element.Content
    public let layer: Int
    /// Whether it can be seen from behind.
    public let showsBack: Bool
    public let wipeEdge: Element.WipeEdge
  }

  /// An element as it lies in time.
  public struct Span: Sendable {
    /// Its own id, or its place in the definition.
    public let id: String
    /// The position of its part among the scene's.
    public let part: Int
    /// The element as it was defined.
    public let element: Element
    let life: CompiledLife
    /// Its clock, where it has a time of its own.
    let clock: Int?
  }

  /// The size of the picture, in pixels.
  public let size: Size
  /// How often all of it is done; infinite for without end.
  public let repeats: Double
  /// The length of one round, in seconds; infinite where something in it never ends.
  public let length: Double
  /// What is shown, in the order of the definition.
  public let parts: [Part]
  /// The elements, in the order of the definition.
  public let elements: [Span]
  /// The labels' names, with their times in a round, in seconds, the earliest first.
  public let labels: [(name: String, time: Double)]
  let program: Program

  /// The length of all rounds, in seconds.
  public var duration: Double { length == 0 ? 0 : length * repeats }

  /// Checks a scene.
  ///
  /// - Parameters:
  ///   - size: Of the picture, in pixels; more than 0.
  ///   - repeats: How often all of it is done, more than 0.
  ///   - items: What it is made of, the hindmost first.
  /// - Throws: ``SceneError``
  /// - Complexity: O(*n* log *n*) in the elements, motions and keyframes.
  public init(
    size: Size = Size(800, 600), repeats: Double = 1, @SceneBuilder _ items: () -> [SceneItem]
  ) throws(SceneError) {
    try self.init(size: size, repeats: repeats, items())
  }

  public init(
    size: Size = Size(800, 600), repeats: Double = 1, _ items: [SceneItem]
  ) throws(SceneError) {
    guard size.width > 0, size.height > 0, size.width <= 16_384, size.height <= 16_384 else {
      throw .badValue(place: "size", reason: "each side is more than 0 and at most 16384 pixels")
    }
    guard repeats > 0 else {
      throw .badValue(place: "repeats", reason: "\(repeats) is given, but it is more than 0")
    }
    let outline = try SceneOutline(items)
    let times = try SceneTimes(outline)
    var compiler = SceneCompiler(outline, times, repeats: repeats)
    try compiler.compile()
    length = times.length
    guard length.isFinite || repeats == 1 else { throw .endless(place: "repeats") }
    self.size = size
    self.repeats = repeats
    parts = compiler.parts
    elements = compiler.spans
    labels = try times.labels(outline)
    program = compiler.program()
  }
}
