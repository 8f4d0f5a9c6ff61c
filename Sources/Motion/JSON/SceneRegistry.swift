/// What a scene in JSON may refer to by name: code, and what only the app can show.
///
/// ```swift
/// var registry = SceneRegistry(widgets: ["clock"])
/// registry.hooks["chime"] = { call in print(call.element, call.event) }
/// let scene = try Scene(json: text, registry: registry)
/// ```
public struct SceneRegistry: Sendable {
  public var hooks: [String: SceneHook]
  /// Functions of the progress, for curves.
  public var functions: [String: @Sendable (Double) -> Double]
  /// The widgets that a scene may show.
  public var widgets: Set<String>
  /// The pictures that a scene may show; nil for any, as when they are files.
  public var images: Set<String>?

  public init(
    hooks: [String: SceneHook] = [:], functions: [String: @Sendable (Double) -> Double] = [:],
    widgets: Set<String> = [], images: Set<String>? = nil
  ) {
    self.hooks = hooks
    self.functions = functions
    self.widgets = widgets
    self.images = images
  }
}
