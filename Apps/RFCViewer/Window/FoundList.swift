internal import Hikidashi
internal import RFCKit

/// A row of what was found.
enum FoundRow: Sendable, Hashable {
  /// The heading of the RFCs that were found.
  case matches
  /// An RFC, by its place among them.
  case match(Int)
  /// How many more there are, which the row shows.
  case more(Int)
  /// How many more there are than are ever shown.
  case rest(Int)
  /// The heading of the sections that were found in texts.
  case texts
  /// A section, by its place among them.
  case text(Int)
}

/// What was found for the words in the search field: RFCs, best first, and below them sections of the texts
/// that are on this machine.
@MainActor
final class FoundList {
  let view: OutlineView<FoundRow>
  private let content: Content
  /// More than these nobody goes through: another word leads further.
  static let most = 300
  /// So many stand above the sections of texts, until somebody asks for more.
  static let few = 10
  /// Whether sections of texts may stand below.
  var hasTexts = false
  private var showsMore = false

  init(_ isHere: @escaping @MainActor (Int) -> Bool) {
    let content = Content(isHere)
    self.content = content
    var style = TableStyle.standard
    style.alignsText = false
    view = OutlineView(
      Outline(), text: { content.text($0) },
      cells: Cells {
        FoundCell()
      } bind: { cell, row in
        content.show(row.item, in: cell)
      }
    )
    .accessibleLabel(tr("Found")).style(style).pinnedSections()
    .whenEmpty(
      tr("No RFC found"), icon: "edit-find-symbolic",
      details: tr("Try fewer words, a number, or an author’s name."))
  }

  /// Shows what was found for other words than before; what was found in texts is to come.
  func show(_ found: RFCSearch.Found, in index: RFCIndex, _ details: [Int: RFCDetails]) {
    content.index = index
    content.details = details
    content.found = found
    content.hits = RFCTextHits()
    showsMore = false
    view.update(outline)
  }

  /// Shows the sections that were found in texts, below the RFCs.
  func show(_ hits: RFCTextHits) {
    guard content.hits.hits != hits.hits || content.hits.count != hits.count else { return }
    content.hits = hits
    view.merge(outline)
  }

  /// Shows how far the texts are read; nil where all are.
  func show(_ progress: RFCTextProgress?) {
    let isOther = (content.progress == nil) != (progress == nil)
    content.progress = progress
    // Each of the many steps is no reason to make the rows anew.
    if isOther || !content.hits.hits.isEmpty { view.merge(outline) }
  }

  /// Shows more of the RFCs, and goes on to the first of them.
  func showMore() {
    showsMore = true
    view.merge(outline)
    view.focus(row: Self.few + 1)
  }

  private var outline: Outline<FoundRow> {
    let all = content.found.matches.count
    // A few more are no reason to ask for them.
    let isShort = hasTexts && !showsMore && all > Self.few + 2
    let count = isShort ? Self.few : min(all, Self.most)
    let hits = content.hits.hits
    var assembler = Outline<FoundRow>.Assembler(capacity: count + hits.count + 3)
    if count > 0 {
      assembler.open(.matches, id: NodeID(path: ["matches"]), isOpen: true)
      for place in 0..<count {
        assembler.add(
          .match(place),
          id: RFCSections.id(at: content.found.matches[place].position, in: content.index),
          isSelectable: content.entry(at: place).isIssued)
      }
      if isShort {
        assembler.add(.more(all - count), id: NodeID(path: ["more"]), isSelectable: false)
      } else if all > count {
        assembler.add(.rest(all - count), id: NodeID(path: ["rest"]), isSelectable: false)
      }
      assembler.close()
    }
    if !hits.isEmpty || content.progress != nil {
      assembler.open(.texts, id: NodeID(path: ["texts"]), isOpen: true)
      for (place, hit) in hits.enumerated() {
        let path = ["text", String(hit.number), String(hit.place.lowerBound)]
        assembler.add(.text(place), id: NodeID(path: path))
      }
      assembler.close()
    }
    return (try? assembler.finish()) ?? Outline()
  }

  /// What a row leads to: an RFC, and where in its text, in bytes of UTF-8.
  struct Target: Equatable {
    var number: Int
    var byte: Int?
  }

  /// What a row leads to; nil of a heading, and of a number that was never used.
  func target(of row: FoundRow) -> Target? {
    switch row {
    case .matches, .texts, .more, .rest: return nil
    case .match(let place):
      guard content.found.matches.indices.contains(place) else { return nil }
      let entry = content.entry(at: place)
      return entry.isIssued ? Target(number: entry.number) : nil
    case .text(let place):
      guard content.hits.hits.indices.contains(place) else { return nil }
      let hit = content.hits.hits[place]
      return Target(number: hit.number, byte: hit.place.lowerBound)
    }
  }

  /// Selects the first row that leads somewhere.
  func chooseFirst() -> Target? {
    let outline = view.outline
    for row in 0..<min(outline.rowCount, Self.most) {
      guard let target = target(of: outline.item(atRow: row)) else { continue }
      let id = outline.id(atRow: row)
      view.changeSelection { $0.select(only: id) }
      return target
    }
    return nil
  }

  /// Selects an RFC that leads to its beginning, where it was found; else what is selected stays only
  /// where it is of that RFC.
  func select(_ number: Int) {
    let selected = view.outline.selectedIDs.first.flatMap { view.outline.item(of: $0) }
    guard selected.flatMap(target)?.number != number else { return }
    guard let id = UInt64(exactly: number).map(NodeID.init(rawValue:)), view.outline.contains(id)
    else { return view.changeSelection { $0.clearSelection() } }
    view.changeSelection { $0.select(only: id) }
  }

  /// Moves the keyboard to the row that is selected, else to the first below a heading.
  func focus() {
    let selected = view.outline.selectedIDs.first.flatMap { view.outline.row(of: $0) }
    view.focus(row: selected ?? min(1, view.outline.rowCount - 1))
  }
}

extension FoundList {
  /// What the rows read, apart from the list that they belong to.
  @MainActor
  fileprivate final class Content {
    var index = RFCIndex(entries: [])
    var details: [Int: RFCDetails] = [:]
    var found = RFCSearch.Found()
    var hits = RFCTextHits()
    var progress: RFCTextProgress?
    let isHere: @MainActor (Int) -> Bool

    init(_ isHere: @escaping @MainActor (Int) -> Bool) { self.isHere = isHere }

    func entry(at place: Int) -> RFCEntry { index.entries[found.matches[place].position] }

    /// What a screen reader reads.
    func text(_ row: FoundRow) -> String {
      switch row {
      case .match(let place):
        guard found.matches.indices.contains(place) else { return "" }
        let entry = entry(at: place)
        let why = MatchReason(found.matches[place], of: entry, details[entry.number], found.words)
        return [entry.spokenName, why.text?.text].compactMap { $0 }.joined(separator: ", ")
      case .text(let place):
        guard hits.hits.indices.contains(place) else { return "" }
        let hit = hits.hits[place]
        let words = [String(hit.number), hit.section, hit.sectionTitle].compactMap { $0 }
        return words.filter { !$0.isEmpty }.joined(separator: " ") + ": " + hit.snippet.text
      case .matches, .more, .rest, .texts: return line(row)
      }
    }

    func show(_ row: FoundRow, in cell: FoundCell) {
      switch row {
      case .match(let place) where found.matches.indices.contains(place):
        let entry = entry(at: place)
        let why = MatchReason(found.matches[place], of: entry, details[entry.number], found.words)
        cell.show(
          entry, title: MarkedText(entry.shownTitle, words: found.words), reason: why.text,
          isHere: !entry.isIssued || isHere(entry.number))
      case .text(let place) where hits.hits.indices.contains(place):
        let hit = hits.hits[place]
        cell.show(hit, of: index[hit.number]?.title ?? tr("RFC {}", hit.number))
      default: cell.show(line: line(row))
      }
    }

    private func line(_ row: FoundRow) -> String {
      switch row {
      case .matches: tr("{} ({})", tr("RFCs"), RFCList.text(count: found.matches.count))
      case .more(let count): tr("{} more …", RFCList.text(count: count))
      case .rest(let count):
        tr("{} more; another word finds fewer", RFCList.text(count: count))
      case .texts: textsLine
      case .match, .text: ""
      }
    }

    private var textsLine: String {
      let count = RFCList.text(count: hits.hits.count)
      let all = max(hits.completeCount, hits.hits.count)
      let shown =
        hits.isCut || all > hits.hits.count
        ? tr("the best {}", count) : count
      let title = tr("{} ({})", tr("In the text"), shown)
      guard let progress, progress.total > 0 else { return title }
      return tr(
        "{}; {} of {} documents are read", title, RFCList.text(count: progress.done),
        RFCList.text(count: progress.total))
    }
  }
}
