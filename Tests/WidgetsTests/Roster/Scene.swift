import HikidashiPresentation
import HikidashiWidgets

/// A part in a window of its own, as it is looked at.
struct Scene {
  /// The part's type, and what it is doing where it is seen more than once: `DropDown, open`.
  let name: String
  /// Pressed before it is looked at, with the keyboard in the part.
  var keys: [String] = []
  var width = 420
  var height = 260
  var normalize = Normalization.none
  let make: @MainActor () async throws -> Part

  var type: String { String(name.prefix { $0 != "," }) }
}

/// Something presented over a window, as it is looked at.
struct Act {
  let name: String
  /// Whether it comes in a window of its own; otherwise it stands in the one that asked for it.
  var hasWindow = true
  /// Whether Escape does not end it.
  var isEndedByProgram = false
  var normalize = Normalization.none
  let present: @MainActor (Window) throws -> ActEnd

  var type: String { String(name.prefix { $0 != "," }) }
}

/// What is taken out of a text, as it is this machine's.
enum Normalization {
  case none
  /// The names of fonts.
  case fonts
  /// Colours that were mixed before, which GTK remembers.
  case colors

  func callAsFunction(_ text: String) -> String {
    switch self {
    case .none: return text
    case .fonts: return without(text) { $0.hasPrefix("list-item ") }
    case .colors: return without(text) { $0 == "radio “Color of Your Own”" }
    }
  }

  private func without(_ text: String, _ isLeftOut: (Substring) -> Bool) -> String {
    text.split(separator: "\n").filter { line in !isLeftOut(line.drop { $0 == " " }) }
      .joined(separator: "\n")
  }
}

/// What of an item is looked at, whatever its answer is.
@MainActor
struct ActEnd {
  let isPresented: @MainActor () -> Bool
  let cancel: @MainActor () -> Void
  let ended: @MainActor () async -> Void

  init<Answer: Sendable>(_ item: PresentationItem<Answer>) {
    isPresented = { item.state == .presented }
    cancel = { item.cancel() }
    ended = { _ = await item.ending }
  }
}
