internal import Hikidashi
internal import RFCKit

/// Room for a second document beside the one that is read, in the same window.
///
/// It is a pane and not a second window that is put beside the first: under Wayland no program may say where its
/// windows stand. Where there is no room for two, a window is opened instead.
@MainActor
final class BesideRoom {
  /// Both documents.
  let part: SplitPane
  /// What is read beside; nil where nothing was yet.
  private(set) var reading: Reading?
  /// Whether there is room for one document only.
  private(set) var isNarrow: @MainActor () -> Bool = { false }
  /// Says, once, what becomes of the links of what is read beside.
  var connect: @MainActor (Reading) -> Void = { _ in }
  private let first: Reading
  private let room: StateStore
  /// Whether somebody wants it, also where there is no room.
  private let isWanted: Kept<Bool>
  private let side = Stack(.vertical, spacing: 0, []).expand()
  private let title = Label().ellipsized().styleClass("heading").expand(.horizontal)

  init(_ first: Reading, in state: StateStore) {
    self.first = first
    room = Self.room(in: state)
    isWanted = Self.isWanted(first.library, in: room)
    let side = side
    part = SplitPane {
      first.pane.part
    } end: {
      side
    }.keeping("beside", in: state)
    part.isEndShown = false
  }

  /// Follows how much room there is: the document beside goes and comes with it.
  func follow(isNarrow: @escaping @MainActor () -> Bool) {
    self.isNarrow = isNarrow
    part.follow { [weak self] part in
      guard let self else { return }
      let isOpen = isOpen
      if part.isEndShown != isOpen { part.isEndShown = isOpen }
    }
  }

  private static func room(in state: StateStore) -> StateStore { state.room("beside") }

  private static func isWanted(_ library: RFCLibrary, in room: StateStore) -> Kept<Bool> {
    room.kept("shown of \(library.directory ?? "")", default: false)
  }

  /// Forgets what was read beside, as in a window that begins anew.
  static func forget(_ library: RFCLibrary, in state: StateStore) {
    isWanted(library, in: room(in: state)).value = false
  }

  /// Whether a document is seen beside.
  var isOpen: Bool { isWanted.value && !isNarrow() }

  /// Shows what was read beside when the app ended.
  func comeBack(of library: RFCLibrary) {
    guard isWanted.value, reading == nil else { return }
    if !make(library).comeBack() { isWanted.value = false }
  }

  /// Shows a document beside the one that is read.
  ///
  /// - Parameters:
  ///   - place: Where its text begins in view, in Unicode scalars; nil where it was read last.
  ///   - library: Where it comes from.
  func show(_ number: Int, at place: Int?, of library: RFCLibrary) {
    // What was compared last is no place to go back to.
    if reading == nil { Reading.forget(library, in: room) }
    let second = reading ?? make(library)
    isWanted.value = true
    Task {
      second.open(number)
      await second.settled()
      if let place, second.number == number, second.pane.hasDocument {
        second.pane.scroll(to: place)
      }
      second.focusDocument()
    }
  }

  private func make(_ library: RFCLibrary) -> Reading {
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
    isWanted.value = false
    part.isEndShown = false
    first.focusDocument()
  }
}
