/// What a person's own code is called with, when a scene plays.
public struct SceneHookCall {
  /// What has happened.
  public let event: SceneHookEvent
  /// The element's id.
  public let element: String
  /// The id of the part that the element moves.
  public let part: String
  /// What shows the part, such as a widget; nil where a scene plays without being shown.
  public let view: AnyObject?
}

/// When hooks are called.
public enum SceneHookEvent: Sendable, Hashable {
  /// The element's part has been made, once.
  case made
  /// The element begins.
  case started
  /// A new pass of the element begins; numbers from 1, as the first has started.
  case repeated(Int)
  /// The element has ended.
  case ended
}

/// Code that is called when something happens to an element.
public typealias SceneHook = @MainActor @Sendable (SceneHookCall) -> Void
