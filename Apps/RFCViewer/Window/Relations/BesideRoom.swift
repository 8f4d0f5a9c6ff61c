internal import Hikidashi
internal import RFCKit

/// Room for a second document beside the one that is read, in the same window.
///
/// It is a pane and not a second window that is put beside the first: under Wayland no program may say where its
/// windows stand. Where there is no room for two, a window is opened instead.
@MainActor
final class BesideRoom {
  /// Both documents.
  let part: Stack
  /// What is read beside; nil where nothing was yet.
  private(set) var reading: Reading?
  /// Whether there is room for one document only.
  var isNarrow: @MainActor () -> Bool = { false }
  private let first: Reading
  private let state: StateStore
  private let side = Stack(.vertical, spacing: 0, []).styleClass("rfc-beside").expand()
  private let title = Label().ellipsized().styleClass("heading").expand(.horizontal)

  init(_ first: Reading, in state: StateStore) {
    besideSheet.install()
    (self.first, self.state) = (first, state)
    side.isVisible = false
    part = Stack(.horizontal, spacing: 0, [first.pane.part, side]).sharingEvenly().expand()
  }

  /// Whether a document is seen beside.
  var isOpen: Bool { side.isVisible }

  /// Shows a document beside the one that is read.
  ///
  /// - Parameters:
  ///   - place: Where its text begins in view, in Unicode scalars; nil where it was read last.
  ///   - library: Where it comes from.
  ///   - connect: Called with what is new, once, to say what becomes of its links.
  func show(
    _ number: Int, at place: Int?, of library: RFCLibrary, connect: (Reading) -> Void
  ) {
    let second = reading ?? make(library, connect)
    side.isVisible = true
    Task {
      second.open(number)
      await second.settled()
      if let place, second.number == number, second.pane.hasDocument {
        second.pane.scroll(to: place)
      }
      second.focusDocument()
    }
  }

  private func make(_ library: RFCLibrary, _ connect: (Reading) -> Void) -> Reading {
    let room = state.room("beside")
    // What was compared last is no place to go back to.
    Reading.forget(library, in: room)
    let second = Reading(library, first.link, by: .decade, in: room)
    second.show(IndexLoad(library))
    reading = second
    let pane = second.pane
    let head = Stack(
      .horizontal, spacing: 6,
      [
        Button(icon: "go-previous-symbolic", label: tr("Back")) { second.goBack() }
          .enabled { second.canGoBack },
        Button(icon: "go-next-symbolic", label: tr("Forward")) { second.goForward() }
          .enabled { second.canGoForward },
        title.follow { $0.text = second.title },
        Button(icon: "window-close-symbolic", label: tr("Close the Document Beside")) {
          [weak self] in self?.close()
        },
      ]
    ).margin(6)
    side.append(head)
    side.append(pane.part.follow { _ in pane.show(details: second.entry) })
    connect(second)
    return second
  }

  /// Hides the document beside; the keyboard goes to the other one.
  func close() {
    side.isVisible = false
    first.focusDocument()
  }
}

private let besideSheet = StyleSheet(
  "rfc-beside", css: ".rfc-beside { border-left: 1px solid alpha(currentColor, 0.15); }")
