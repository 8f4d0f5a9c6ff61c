internal import CHikidashiGTK

/// Shows and hides a part by an animation, or at once where the user wants less motion.
final class Revealer: Part {
  private var afterwards: (@MainActor () -> Void)?

  init(_ content: Part, _ transition: GtkRevealerTransitionType) {
    super.init(native: gtk_revealer_new())
    guard let native else { return }
    gtk_revealer_set_transition_type(native.opaque, transition)
    gtk_revealer_set_transition_duration(native.opaque, 200)
    content.adopt { gtk_revealer_set_child(native.opaque, $0) }
    on("notify::child-revealed") { [weak self] _ in self?.finish() }
  }

  override func nativeDied() {
    super.nativeDied()
    afterwards = nil
  }

  /// Shows or hides the content.
  ///
  /// - Parameter afterwards: Called when the content is there, or is gone; not where it is told to do
  ///   the contrary meanwhile.
  func reveal(_ isShown: Bool, afterwards: @escaping @MainActor () -> Void = {}) {
    guard let native else { return afterwards() }
    self.afterwards = nil
    gtk_revealer_set_reveal_child(native.opaque, isShown ? 1 : 0)
    self.afterwards = afterwards
    if (gtk_revealer_get_child_revealed(native.opaque) != 0) == isShown { finish() }
  }

  private func finish() {
    let afterwards = afterwards
    self.afterwards = nil
    afterwards?()
  }
}
