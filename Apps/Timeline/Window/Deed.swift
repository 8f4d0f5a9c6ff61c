/// Something that a person did, and that can be undone once: by its toast or by Ctrl+Z.
@MainActor
final class Deed {
  private var reverse: (@MainActor () -> Void)?

  init(_ reverse: @escaping @MainActor () -> Void) { self.reverse = reverse }

  /// - Returns: Whether it was not undone before.
  @discardableResult
  func undo() -> Bool {
    guard let reverse else { return false }
    self.reverse = nil
    reverse()
    return true
  }
}
