internal import Hikidashi
internal import HikidashiRecords
internal import TimelineKit

/// What can be read, with the number of what is not.
@MainActor
final class Sidebar {
  /// A row of the sidebar.
  enum Row: Hashable, Sendable {
    case heading(String)
    case list(ReadingList)

    var isList: Bool { if case .list = self { true } else { false } }
  }

  let view: OutlineView<Row>
  private let reader: Reader
  /// Called with what a person chooses.
  var onChoose: @MainActor (ReadingList) -> Void = { _ in }
  /// The list whose row is to be selected once it is there.
  private var wanted: ReadingList?

  init(_ reader: Reader, in state: StateStore) {
    self.reader = reader
    view = OutlineView(
      Outline(), text: { Sidebar.spoken($0, reader) },
      cells: Cells {
        SidebarCell(reader)
      } bind: { cell, row in
        cell.show(row.item)
      }
    )
    .accessibleLabel(tr("Sources")).keeping("sidebar", in: state)
    view.follow { [reader, weak self] in
      $0.merge(Sidebar.outline(reader))
      self?.selectWanted()
    }
    view.onSelect = { [weak self] row in self?.choose(row.item) }
    view.onClick = { [weak self] row in self?.choose(row.item) }
    view.onActivate = { [weak self] row in self?.choose(row.item) }
  }

  private func choose(_ row: Row) {
    guard case .list(let list) = row else { return }
    wanted = nil
    onChoose(list)
  }

  /// Selects the row of a list, at once or when it comes: a new source has none yet.
  func select(_ list: ReadingList) {
    wanted = list
    selectWanted()
  }

  private func selectWanted() {
    guard let list = wanted else { return }
    let id = Self.id(of: .list(list))
    guard view.outline.contains(id) else { return }
    wanted = nil
    view.changeSelection { $0.select(only: id) }
  }

  /// Moves the keyboard to the selected row.
  func focus() {
    let outline = view.outline
    let row = outline.selectedIDs.first.flatMap { outline.row(of: $0) }
    if let row { view.focus(row: row) } else { view.focus() }
  }

  /// The list that the keyboard is at; nil where the keyboard is elsewhere.
  var focused: ReadingList? {
    guard view.hasFocus, let row = view.focusedRow, row < view.outline.rowCount,
      case .list(let list) = view.outline.item(atRow: row)
    else { return nil }
    return list
  }

  private static func id(of row: Row) -> NodeID {
    switch row {
    case .heading(let title): NodeID(path: ["heading", title])
    case .list(let list): NodeID(path: ["list", list.key ?? ""])
    }
  }

  static func title(of row: Row, _ reader: Reader) -> String {
    switch row {
    case .heading(let title): title
    case .list(let list): reader.title(of: list)
    }
  }

  /// The words of a row for a screen reader: its title, the unread number and why it failed.
  private static func spoken(_ row: Row, _ reader: Reader) -> String {
    guard case .list(let list) = row else { return title(of: row, reader) }
    let unread = reader.count(of: list)
    return [
      reader.title(of: list), unread > 0 ? trn("{} unread", "{} unread", unread, unread) : "",
      reader.problem(of: list)?.asSentence ?? "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func outline(_ reader: Reader) -> Outline<Row> {
    var assembler = Outline<Row>.Assembler()
    for list in [.all, .bookmarked] + reader.smartLists.map({ ReadingList.smart($0.id) }) {
      assembler.add(.list(list), id: id(of: .list(list)))
    }
    var group: String?
    for source in reader.sources {
      if source.group != group {
        if group != nil { assembler.close() }
        group = source.group
        let heading = Row.heading(source.group.ifAny ?? tr("Sources"))
        assembler.open(heading, id: id(of: heading), isOpen: true)
      }
      assembler.add(.list(.source(source.id)), id: id(of: .list(.source(source.id))))
    }
    if group != nil { assembler.close() }
    return (try? assembler.finish()) ?? Outline()
  }
}

/// A row of the sidebar: the colour of a source, its name, a sign that it failed, and what is unread.
@MainActor
private final class SidebarCell: Stack {
  private let reader: Reader
  private let dot = Label("●")
  private let list = Image(icon: "view-list-symbolic")
  private let star = Image(icon: "user-bookmarks-symbolic")
  private let title = Label().ellipsized().expand(.horizontal)
  private let warning = Image(icon: "dialog-warning-symbolic")
  private let count = Badge(0)

  init(_ reader: Reader) {
    self.reader = reader
    super.init(.horizontal, spacing: 8, [dot, list, star, title, warning, count])
  }

  func show(_ row: Sidebar.Row) {
    title.text = Sidebar.title(of: row, reader)
    var unread = 0
    var (problem, colour): (String?, Int?) = (nil, nil)
    switch row {
    case .heading: break
    case .list(let list):
      unread = reader.count(of: list)
      problem = reader.problem(of: list)
      if case .source(let id) = list { colour = reader.colour(ofSource: id) }
    }
    dot.visible(colour != nil)
    star.visible(row == .list(.bookmarked))
    list.visible(colour == nil && row.isList && row != .list(.bookmarked))
    count.show(unread, label: trn("{} unread", "{} unread", unread, unread))
    warning.visible(problem != nil).tooltip(problem?.asSentence)
    for index in 0..<sourceColours.count { dot.setStyleClass("source-\(index)", index == colour) }
  }
}
