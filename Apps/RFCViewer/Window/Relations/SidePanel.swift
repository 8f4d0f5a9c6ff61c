internal import Hikidashi
internal import RFCKit

/// A page beside the text.
@MainActor
protocol PanelPage: AnyObject {
  /// The name under which it is kept that it was shown; that of its action has `page-` before it.
  var id: String { get }
  var part: Part { get }
  /// Shows a document. It is called while the page is seen, and when it comes into view.
  func show(_ subject: ShownDocument, in index: RFCIndex)
  /// Moves the keyboard to it.
  func focus()
}

extension PanelPage {
  func focus() { part.focus() }
}

/// What stands beside a text: several pages, one of which is seen, and a switch over them.
///
/// A page is made when it is first seen: a window must not open later for what nobody looks at.
@MainActor
final class SidePanel {
  let part: Stack
  private(set) var subject: ShownDocument?
  private let stack = Pages([:])
  private let head = Stack(.horizontal, spacing: 0, []).margin(6)
  private var choice: DropDown<String>?
  private var entries: [Entry] = []
  private var pages: [String: any PanelPage] = [:]
  private let kept: Kept<String>
  private var index = RFCIndex(entries: [])
  /// The pages that show the subject already.
  private var filled: Set<String> = []
  /// Whether the panel is seen. A page that is not is filled when it is.
  var isSeen = false {
    didSet { if isSeen { show() } }
  }

  private struct Entry {
    let id: String
    let title: String
    let make: @MainActor () -> any PanelPage
  }

  init(in state: StateStore) {
    kept = state.kept("page beside the text", default: "contents")
    part = Stack(.vertical, spacing: 0, [head, stack]).expand(.vertical)
  }

  /// Adds a page behind those that are there.
  ///
  /// - Parameters:
  ///   - id: See ``PanelPage/id``.
  ///   - title: What the switch calls it.
  ///   - make: Makes the page, when it is first seen.
  func add(_ id: String, _ title: String, make: @escaping @MainActor () -> any PanelPage) {
    entries.append(Entry(id: id, title: title, make: make))
    if let choice { head.remove(choice) }
    choice = nil
    if isSeen { show() }
  }

  /// The id of the page that is seen.
  var shown: String {
    get { entries.contains { $0.id == kept.value } ? kept.value : entries.first?.id ?? "" }
    set {
      guard entries.contains(where: { $0.id == newValue }) else { return }
      kept.value = newValue
      if isSeen { show() }
    }
  }

  /// A page, which is made where it is not there yet.
  func page(_ id: String) -> (any PanelPage)? {
    if let page = pages[id] { return page }
    guard let page = entries.first(where: { $0.id == id })?.make() else { return nil }
    pages[id] = page
    stack.add(id, page.part)
    return page
  }

  private func show() {
    if choice == nil { makeChoice() }
    guard page(shown) != nil else { return }
    stack.shown = shown
    choice?.chosen = entries.firstIndex { $0.id == shown }
    fill()
  }

  private func makeChoice() {
    let made = DropDown(entries.map(\.title), label: tr("Beside the text")) { [weak self] chosen in
      guard let self, entries.indices.contains(chosen) else { return }
      shown = entries[chosen].id
    }
    head.append(made.expand(.horizontal))
    choice = made
  }

  /// Moves the keyboard to the page that is seen.
  func focus() { page(shown)?.focus() }

  /// Shows what belongs to a document.
  func show(_ subject: ShownDocument) {
    self.subject = subject
    filled = []
    fill()
  }

  /// Another index is there.
  func show(_ index: RFCIndex) {
    self.index = index
    filled = []
    fill()
  }

  /// What a page tells of the document has become another.
  func update(_ id: String) {
    filled.remove(id)
    if shown == id { fill() }
  }

  private func fill() {
    guard isSeen, let subject, let page = page(shown), filled.insert(page.id).inserted else {
      return
    }
    page.show(subject, in: index)
  }
}

extension ContentsPane: PanelPage {
  var id: String { "contents" }
  var part: Part { view }
  // It is shown with the text, as the keys for sections need it.
  func show(_ subject: ShownDocument, in index: RFCIndex) {}
}
