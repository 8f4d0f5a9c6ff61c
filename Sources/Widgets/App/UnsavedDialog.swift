internal import CGTK
internal import Support

/// Tells the user that changes could not be saved, and asks what to do.
@MainActor
final class UnsavedDialog {
  enum Answer: String {
    case tryAgain = "again"
    /// The app goes on, with the changes in memory.
    case goOn = "on"
    case endWithout = "end"
    /// The dialog went without an answer.
    case nobodyThere = ""
  }

  private var native: NativeWidget?
  private var continuation: CheckedContinuation<Answer, Never>?

  init(_ problem: String, over window: Window, atEnd: Bool) {
    guard let parent = window.native else { return }
    native = adw_message_dialog_new(
      parent.cast(to: GtkWindow.self), tr("Changes could not be saved"), problem)
    guard let native else { return }
    let dialog = native.cast(to: AdwMessageDialog.self)
    func add(_ answer: Answer, _ label: String) {
      adw_message_dialog_add_response(dialog, answer.rawValue, label)
    }
    add(.goOn, atEnd ? tr("Go Back") : tr("Close"))
    if atEnd {
      add(.endWithout, tr("Quit Without Saving"))
      adw_message_dialog_set_response_appearance(
        dialog, Answer.endWithout.rawValue, ADW_RESPONSE_DESTRUCTIVE)
    }
    add(.tryAgain, tr("Try Again"))
    adw_message_dialog_set_response_appearance(
      dialog, Answer.tryAgain.rawValue, ADW_RESPONSE_SUGGESTED)
    adw_message_dialog_set_default_response(dialog, Answer.tryAgain.rawValue)
    adw_message_dialog_set_close_response(dialog, Answer.goOn.rawValue)
    connect(native, "response") { [weak self] arguments in
      self?.finish(arguments.string(1).flatMap(Answer.init) ?? .goOn)
      return false
    }
    connect(native, "destroy") { [weak self] _ in
      self?.native = nil
      self?.finish(.nobodyThere)
      return false
    }
  }

  /// Shows the dialog until there is an answer.
  func answer() async -> Answer {
    guard let native else { return .nobodyThere }
    defer { close() }
    return await withCheckedContinuation { continuation in
      self.continuation = continuation
      gtk_window_present(native.cast(to: GtkWindow.self))
    }
  }

  /// Takes the dialog away without an answer.
  func close() {
    if let native { gtk_window_destroy(native.cast(to: GtkWindow.self)) }
  }

  private func finish(_ answer: Answer) {
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: answer)
  }
}
