/// One item of a scene or a group.
public enum SceneItem: Sendable {
  case element(Element)
  case group(SceneGroup)
  case label(SceneLabel)
}

/// What can stand in a scene or a group.
public protocol SceneContent {
  var sceneItems: [SceneItem] { get }
}

extension SceneItem: SceneContent {
  public var sceneItems: [SceneItem] { [self] }
}

extension Element: SceneContent {
  public var sceneItems: [SceneItem] { [.element(self)] }
}

extension SceneGroup: SceneContent {
  public var sceneItems: [SceneItem] { [.group(self)] }
}

extension SceneLabel: SceneContent {
  public var sceneItems: [SceneItem] { [.label(self)] }
}

extension [SceneItem]: SceneContent {
  public var sceneItems: [SceneItem] { self }
}

/// A name for a time of a scene, to begin with, to go to and to stop at. The scene lasts at least until
/// then.
public struct SceneLabel: Sendable, Hashable {
  public let name: String
  public var start: SceneStart

  /// - Parameters:
  ///   - name: Unique among labels, elements and groups.
  ///   - start: When; in a sequence, if not said otherwise, after what stands before it. What follows
  ///   there does not wait for a label that says otherwise.
  public init(_ name: String, _ start: SceneStart = .automatic) {
    self.name = name
    self.start = start
  }
}

/// Puts the parts of a scene or group together.
@resultBuilder
public enum SceneBuilder {
  public static func buildExpression(_ content: some SceneContent) -> [SceneItem] {
    content.sceneItems
  }
  public static func buildBlock(_ parts: [SceneItem]...) -> [SceneItem] { parts.flatMap { $0 } }
  public static func buildOptional(_ part: [SceneItem]?) -> [SceneItem] { part ?? [] }
  public static func buildEither(first part: [SceneItem]) -> [SceneItem] { part }
  public static func buildEither(second part: [SceneItem]) -> [SceneItem] { part }
  public static func buildArray(_ parts: [[SceneItem]]) -> [SceneItem] { parts.flatMap { $0 } }
}
