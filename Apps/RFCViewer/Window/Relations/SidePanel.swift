internal import Hikidashi
internal import RFCKit

/// The document that the pages beside a text are about.
struct PanelSubject: Sendable {
  var number: Int
  var document: RFCDocument
  var layout: RFCLayout

  /// The innermost section that has a place of the text.
  ///
  /// - Parameter place: In Unicode scalars from the start of the text.
  func section(at place: Int) -> DocumentSection? {
    layout.sections.last { $0.span.scalars.lowerBound <= place }
  }
}

/// A page beside the text.
@MainActor
protocol PanelPage: AnyObject {
  /// The name under which it is kept which page was shown, and that of its action, `page-` before it.
  var id: String { get }
  /// What the switch calls it.
  var title: String { get }
  var part: Part { get }
  /// Shows a document. It is called while the page is seen, and when it comes into view.
  func show(_ subject: PanelSubject, in index: RFCIndex)
}

/// What stands beside a text: several pages, one of which is seen, and a switch over them.
@MainActor
final class SidePanel {
  let part: Stack
  private(set) var pages: [any PanelPage] = []
  private(set) var subject: PanelSubject?
  private let stack = Pages([:])
  private let head = Stack(.horizontal, spacing: 0, []).margin(6)
  private var choice: DropDown<String>?
  private let kept: Kept<String>
  private var index = RFCIndex(entries: [])
  /// The pages that show the subject already.
  private var filled: Set<String> = []
  /// Whether the panel is seen. A page that is not is filled when it is.
  var isSeen = false {
    didSet { if isSeen { fill() } }
  }

  init(in state: StateStore) {
    kept = state.kept("page beside the text", default: "contents")
    part = Stack(.vertical, spacing: 0, [head, stack]).expand(.vertical)
  }

  /// Adds a page behind those that are there.
  func add(_ page: any PanelPage) {
    pages.append(page)
    stack.add(page.id, page.part)
    makeChoice()
    if page.id == kept.value || pages.count == 1 { show(page.id) }
  }

  private func makeChoice() {
    if let choice { head.remove(choice) }
    let made = DropDown(pages.map(\.title), label: tr("Beside the text")) { [weak self] chosen in
      guard let self, pages.indices.contains(chosen), pages[chosen].id != shown else { return }
      shown = pages[chosen].id
    }
    made.chosen = pages.firstIndex { $0.id == shown }
    head.append(made.expand(.horizontal))
    choice = made
  }

  /// The id of the page that is seen.
  var shown: String {
    get { stack.shown }
    set {
      guard pages.contains(where: { $0.id == newValue }) else { return }
      kept.value = newValue
      show(newValue)
    }
  }

  private func show(_ id: String) {
    stack.shown = id
    choice?.chosen = pages.firstIndex { $0.id == id }
    fill()
  }

  /// Moves the keyboard to the page that is seen.
  func focus() { pages.first { $0.id == shown }?.part.focus() }

  /// Shows what belongs to a document.
  func show(_ subject: PanelSubject) {
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

  private func fill() {
    guard isSeen, let subject, let page = pages.first(where: { $0.id == shown }),
      filled.insert(page.id).inserted
    else { return }
    page.show(subject, in: index)
  }
}

extension ContentsPane: PanelPage {
  var id: String { "contents" }
  var title: String { tr("Contents") }
  var part: Part { view }
  // It is shown with the text, as the keys for sections need it.
  func show(_ subject: PanelSubject, in index: RFCIndex) {}
}
