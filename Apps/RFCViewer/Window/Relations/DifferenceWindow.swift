internal import Hikidashi
internal import RFCKit

/// A window with what is different between two RFCs.
@MainActor
final class DifferenceWindow {
  private(set) var numbers: (old: Int, new: Int)
  private(set) var page: DifferencePage?
  private(set) var comparison: Comparison?
  let reader = TextReader()
  let sections = DifferenceSections()
  private let findBar: FindBar
  private let shelf: DocumentShelf
  private let place = Label().ellipsized().styleClass("numeric").expand(.horizontal)
  private(set) weak var window: Window?
  /// The runs of unchanged sections that are shown.
  private var open: Set<Int> = []
  private(set) var current: Int?
  private var isLaidOut = false
  /// Opens a document at a place of its text.
  private let onOpen: @MainActor (_ number: Int, _ place: Int) -> Void
  private lazy var side = SidePane(width: 300, contentWidth: 460) {
    sections.view
  } over: {
    Stack(.horizontal, spacing: 6) {
      Button(icon: "go-up-symbolic", label: tr("Previous Difference"), action: "win.previous")
      Button(icon: "go-down-symbolic", label: tr("Next Difference"), action: "win.next")
      place
    }.margin(6)
    findBar
    reader
  }
  private(set) lazy var opening = Opening(tr("Comparing …")) { [weak self] report in
    try await self?.compare(report)
  } content: { [weak self] made in
    switch made {
    case .success(let made)?:
      if let self {
        show(made.0, made.1)
        side
      }
    case .failure(let absence)?: absence.page
    case nil: []
    }
  }

  /// - Parameter onOpen: Opens a document at a place of its text, in Unicode scalars.
  init(
    _ numbers: (old: Int, new: Int), from shelf: DocumentShelf,
    onOpen: @escaping @MainActor (_ number: Int, _ place: Int) -> Void
  ) {
    (self.numbers, self.shelf, self.onOpen) = (numbers, shelf, onOpen)
    findBar = FindBar(in: reader)
    reader.pageColumns = 90
    reader.accessibleLabel(tr("Differences"))
    sections.onChoose = { [weak self] in self?.go(toPair: $0) }
    reader.onLink = { [weak self] in self?.follow($0) }
    reader.linkAddress = { [weak self] in self?.address(of: $0) }
    reader.onScroll = { [weak self] in self?.scrolled() }
  }

  /// Makes the window and begins to compare.
  func makeWindow() -> Window {
    let window = Window(title, name: "difference", width: 1_000, height: 720) {
      HeaderBar {
        side.makeButton(tr("Sections"))
      } end: {
        MenuButton.main { menu }
      }
      opening
    }
    .actions { actions }
    self.window = window
    window.keep(self)
    return window
  }

  private var title: String { tr("RFC {}", numbers.old) + " → " + tr("RFC {}", numbers.new) }

  /// Waits until the comparison is shown.
  func settled() async { await opening.settled() }
}

// MARK: - Comparing

extension DifferenceWindow {
  private typealias Made = (Comparison, DifferencePage)

  private func compare(
    _ report: ProgressReport
  ) async throws -> Result<Made, DocumentShelf.Absence>? {
    let numbers = numbers
    let documents: (RFCDocument, RFCDocument)
    do throws(DocumentShelf.Absence) {
      documents = (try await document(numbers.old), try await document(numbers.new))
    } catch {
      return .failure(error)
    }
    let (old, new) = documents
    return await offMainThread {
      let comparison = Comparison(from: old, to: new, numbers) { done in
        report.fraction = done
        return !Task.isCancelled
      }
      return comparison.map { .success(($0, DifferencePage($0, open: []))) }
    }
  }

  private func document(_ number: Int) async throws(DocumentShelf.Absence) -> RFCDocument {
    try await shelf.document(number) { [weak self] in self?.opening.again() }.get()
  }

  /// Takes the old one for the new one.
  func swap() {
    numbers = (numbers.new, numbers.old)
    window?.title = title
    (comparison, page, current) = (nil, nil, nil)
    opening.again()
  }

  private func show(_ comparison: Comparison, _ page: DifferencePage) {
    self.comparison = comparison
    open = []
    sections.show(comparison)
    show(page)
    // Before it is laid out a text does not know what of it is in view.
    isLaidOut = false
    Task { [weak self] in
      self?.reader.focus()
      await self?.window?.drawn()
      self?.isLaidOut = true
      self?.scrolled()
    }
  }

  private func show(_ page: DifferencePage) {
    self.page = page
    reader.show(page.text)
    current = nil
    showPlace()
  }
}

// MARK: - Going

extension DifferenceWindow {
  /// Goes to the next difference, or to the one before.
  func step(isNext: Bool) {
    guard let page, !page.stops.isEmpty else { return }
    var from = current
    // Who has scrolled goes on from there; near the end of the text the view stands above the place.
    if let current, reader.top > page.stops[current] || reader.cursor != page.stops[current] {
      from = page.stop(at: reader.top)
    } else if current == nil {
      from = page.stop(at: reader.top)
    }
    let next = isNext ? (from.map { $0 + 1 } ?? 0) : (from ?? 0) - 1
    guard page.stops.indices.contains(next) else { return }
    current = next
    reader.scroll(to: page.stops[next])
    showPlace()
  }

  private func go(toPair position: Int) {
    guard let page, page.starts.indices.contains(position) else { return }
    current = nil
    reader.scroll(to: page.starts[position])
    showPlace()
    if side.isFolded { side.isShown = false }
  }

  private func scrolled() {
    guard let page, isLaidOut else { return }
    sections.mark(page.pair(at: reader.top))
    showPlace()
  }

  private func showPlace() {
    guard let page else { return }
    let count = page.stops.count
    let position = current ?? (isLaidOut ? page.stop(at: reader.top) : nil)
    place.text =
      position.map { tr("Difference {} of {}", $0 + 1, count) }
      ?? trn("{} difference", "{} differences", count, count)
  }

  private func follow(_ target: String) {
    switch DifferencePage.Link(target) {
    case .fold(let first): fold(first)
    case .section(let number, let place): onOpen(number, place)
    case nil: break
    }
  }

  /// Shows or hides unchanged sections; what is read stays where it is.
  private func fold(_ first: Int) {
    guard let comparison else { return }
    if open.remove(first) == nil { open.insert(first) }
    let (top, cursor) = (reader.top, reader.cursor)
    let isFocused = reader.hasFocus
    show(DifferencePage(comparison, open: open))
    // What is folded comes behind the link, so that all before it stands where it stood.
    reader.scroll(to: top, cursor: cursor)
    if isFocused { reader.focus() }
  }

  private func address(of target: String) -> String? {
    if case .section(let number, _) = DifferencePage.Link(target) {
      RFCEntry.address(of: number)
    } else {
      nil
    }
  }
}

// MARK: - Actions

extension DifferenceWindow {
  @MenuBuilder
  private var menu: [Menu] {
    Menu.item(tr("Next Difference"), action: "win.next")
    Menu.item(tr("Previous Difference"), action: "win.previous")
    Menu.separator
    Menu.item(tr("Swap Old and New"), action: "win.swap")
    Menu.item(tr("Copy All Differences"), action: "win.copy-all")
    Menu.item(tr("Save Differences…"), action: "win.save")
    Menu.item(tr("Print…"), action: "win.print")
    Menu.separator
    Menu.item(tr("Find…"), action: "win.find")
    Menu.item(tr("Close"), action: "win.close")
  }

  @ActionBuilder
  private var actions: [Action] {
    let (reader, side) = (reader, side)
    let group = tr("Differences")
    Action("next", title: tr("Next difference"), shortcuts: "<Alt>Down", "F8", group: group) {
      [weak self] in self?.step(isNext: true)
    }
    Action(
      "previous", title: tr("Previous difference"), shortcuts: "<Alt>Up", "<Shift>F8", group: group
    ) { [weak self] in self?.step(isNext: false) }
    Action("sections", title: tr("Sections"), shortcuts: "F9", group: group) {
      side.isShown.toggle()
    }
    Action("swap", title: tr("Swap old and new"), group: group) { [weak self] in self?.swap() }
    Action(
      "copy-all", title: tr("Copy all differences"), shortcuts: "<Shift><Control>c", group: group
    ) { [weak self] in
      guard let self, let comparison else { return }
      Clipboard.copy(comparison.plainText)
      window?.show(Toast(tr("Differences copied")))
    }
    Action("save", title: tr("Save differences"), shortcuts: "<Control>s", group: group) {
      [weak self] in try await self?.save()
    }
    Action("print", title: tr("Print"), shortcuts: "<Control>p", group: group) { [weak self] in
      _ = try await reader.printOut(title: self?.title ?? "")
    }
    findBar.actions(group: group)
    TextReader.keys(group: tr("Reading"))
  }

  private func save() async throws {
    guard let window, let comparison else { return }
    let name = "rfc\(numbers.old)-rfc\(numbers.new).diff"
    guard let path = try? await window.present(FileSave(tr("Save Differences"), name: name)) else {
      return
    }
    try await TextFile.write(comparison.plainText, to: path)
  }
}
