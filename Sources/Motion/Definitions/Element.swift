/// Something that a scene shows, and how it moves.
///
/// ```swift
/// Element(.text("こんにちは", font: Font(size: 24)), id: "greeting")
///   .move(from: Point(0, 0), to: Point(200, 80), over: 1.5, delay: 0.3, curve: .easeInOut)
///   .fade(from: 1, to: 0, over: 1.5)
/// ```
///
/// Several elements may share one part, each with its own times and motions, so that the part moves in
/// stages. The part keeps what the last of them has made of it.
public struct Element: Sendable {
  /// What a part shows.
  public enum Content: Sendable, Hashable {
    /// A text; without a colour it has that of the text around the scene, black on paper.
    case text(String, font: Font = .body, color: Color? = nil)
    /// A picture, by the name or path under which the app finds it.
    case image(String)
    /// A widget, by the name under which the app registers it.
    case widget(String)
  }

  /// The edge from which a part is wiped in.
  public enum WipeEdge: String, Sendable, Hashable, CaseIterable {
    case left
    case right
    case top
    case bottom
  }

  enum Source: Sendable, Hashable {
    case content(Content)
    /// The part of the element with this id.
    case shared(String)
  }

  let source: Source
  /// The name under which others refer to it; unique in a scene.
  public let id: String?
  public var start = SceneStart.automatic
  public var timing = Timing()
  /// Whether the part is not shown by this element before it begins, and after it has ended.
  public var isHiddenBefore = false
  public var isHiddenAfter = false
  public var tracks: [Track] = []
  /// What properties have where no motion says otherwise.
  var base: [SceneProperty: [Double]] = [:]
  /// Parts of a greater layer stand before others.
  public var layer = 0
  public var showsBack = true
  public var wipeEdge = WipeEdge.left
  var hooks: [SceneHookKind: SceneHook] = [:]

  /// An element with a part of its own.
  public init(_ content: Content, id: String? = nil) {
    source = .content(content)
    self.id = id
  }

  /// An element that moves the part of another one in a further stage.
  public init(sharing other: String, id: String? = nil) {
    source = .shared(other)
    self.id = id
  }
}

/// The moments that a hook can be for.
enum SceneHookKind: String, Sendable, Hashable, CaseIterable {
  case make
  case start
  case `repeat`
  case end
}
