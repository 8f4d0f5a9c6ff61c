internal import CHikidashiGTK

/// An `AdwToast` on a window, for as long as it is there.
@MainActor
final class ToastDisplay {
  var onPress: (@MainActor () -> Void)?
  /// Called once, when the toast has gone for whatever reason.
  var onGone: (@MainActor () -> Void)?
  private var native: OpaquePointer?
  private var focus: FocusMemory?
  private weak var window: Window?

  isolated deinit { forget() }

  /// Shows a toast.
  ///
  /// - Parameters:
  ///   - text: One line, without markup.
  ///   - button: What its button says; nil for none.
  ///   - window: Where it is shown.
  ///   - seconds: How long it stays; 0 until it is dismissed.
  /// - Returns: False where the window cannot show it.
  func show(_ text: String, button: String?, in window: Window, seconds: Int = 0) -> Bool {
    guard let room = window.room, let toast = adw_toast_new(escapedMarkup(text)) else {
      return false
    }
    self.window = window
    native = toast
    g_object_ref(UnsafeMutableRawPointer(toast))
    adw_toast_set_timeout(toast, guint(clamping: seconds))
    adw_toast_set_button_label(toast, button)
    connect(UnsafeMutableRawPointer(toast), "button-clicked") { [weak self] _ in
      self?.onPress?()
      return false
    }
    connect(UnsafeMutableRawPointer(toast), "dismissed") { [weak self] _ in
      self?.forget()
      return false
    }
    focus = FocusMemory(window)
    room.add(toast: toast)
    return true
  }

  var text: String = "" {
    didSet { if let native { adw_toast_set_title(native, escapedMarkup(text)) } }
  }

  func dismiss() {
    guard let native, window?.native != nil else { return forget() }
    adw_toast_dismiss(native)
  }

  private func forget() {
    // The keyboard, where it is on the toast, would be lost with it.
    if let room = window?.room, room.hasFocus, !room.area.hasFocus {
      focus?.restore(activating: false)
    }
    focus = nil
    if let native { g_object_unref(UnsafeMutableRawPointer(native)) }
    native = nil
    let onGone = onGone
    self.onGone = nil
    onGone?()
  }
}
