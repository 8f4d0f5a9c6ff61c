internal import HikidashiBase

/// A value of an app that comes back at the next start: the document that was open last, a history.
///
/// ```swift
/// let last = app.kept("last document", default: "")
/// last.value = path                    // written a moment later
/// Label { "last: \(last.value)" }      // followed, as an observable model is
/// TextEntry("_Path").bind(last, \.value)
/// ```
///
/// It is for what a person would miss, and not for settings, which are a `Preference`, nor for documents.
@MainActor
public final class Kept<Value: Codable & Equatable> {
  /// The name of the value.
  public let key: String
  private let store: StateStore
  private let observed = ObservedState()
  private var current: Value

  init(_ key: String, _ initial: Value, _ store: StateStore) {
    self.key = key
    self.store = store
    let kept = store.use(.value(key))[Self.aspect]
    current = kept.flatMap { StateCoding.value($0) } ?? initial
  }

  private static var aspect: String { "value" }

  /// The value. What cannot be encoded, such as a number that is none, is not kept.
  public var value: Value {
    get {
      observed.willRead()
      return current
    }
    set {
      guard newValue != current else { return }
      current = newValue
      if let text = StateCoding.text(newValue) { store.keep([Self.aspect: text], at: .value(key)) }
      observed.didChange()
    }
  }
}
