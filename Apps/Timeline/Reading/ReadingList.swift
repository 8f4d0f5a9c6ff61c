internal import Hikidashi
internal import HikidashiRecords
public import TimelineKit

/// What is read: everything, or a list of the sidebar.
enum ReadingList: Hashable, Sendable, Codable {
  case all
  case bookmarked
  /// The smart list of an id.
  case smart(String)
  /// The source of an id.
  case source(String)
  /// What was found for words.
  case found(String)

  /// Under what the reader's place in it is kept; nil where none is.
  var key: String? {
    switch self {
    case .all: TimelineStore.mergedList
    case .bookmarked: "bookmarked"
    case .smart(let id): "list " + id
    case .source(let id): id
    case .found: nil
    }
  }
}

/// Makes the rows of a list, off the main thread.
struct ListMaker: Sendable {
  let store: TimelineStore
  let shown: ReadingList
  let options: MergedList.Options
  /// What is shown now, of which nothing is made again that stays.
  let before: MergedList

  /// What was made.
  struct Made: Sendable {
    var list: MergedList
    /// The rows; nil where they are the same.
    var outline: Outline<TimelineRow>?
    /// The posts that a rule marks, by their ids.
    var marked: Set<String> = []
    /// Why there is nothing.
    var problem: String?
  }

  func make() -> Made {
    let table = store.posts.table
    let outcome = RuleSet(store.rules.table.map { TimelineRule($0) }).outcome(in: table)
    var made = Made(list: MergedList(options))
    do {
      made.list = store.list(options, of: try posts(in: table), showing: outcome)
    } catch {
      made.problem = "\(error)"
    }
    if case .source(let id) = shown {
      // Gaps of other sources have no place here.
      made.list.hide(sources: Set(made.list.gaps.map(\.source)).subtracting([id]))
    }
    made.marked = Set(outcome.marked.map { table[$0, PostFields.id] })
    if made.list.rows != before.rows { made.outline = outline(of: made.list) }
    return made
  }

  /// The posts of the list; nil for all.
  private func posts(in table: RecordTable) throws -> RecordSet? {
    switch shown {
    case .all: return nil
    case .bookmarked: return table.search(PostFields.isBookmarked == true)
    case .source(let id): return table.search(PostFields.source == id)
    case .smart(let id):
      let list = store.lists.records[id].map { SmartList($0) }
      return try list.map { table.search(try $0.condition()) } ?? RecordSet()
    case .found(let words):
      let records = store.posts.records
      return RecordSet(
        try store.search(words, isTyping: true).compactMap { records.number(of: $0) })
    }
  }

  private var hasGaps: Bool {
    switch shown {
    case .all, .source: true
    case .bookmarked, .smart, .found: false
    }
  }

  private func outline(of list: MergedList) -> Outline<TimelineRow> {
    var assembler = Outline<TimelineRow>.Assembler(capacity: list.rows.count)
    for row in list.rows {
      switch row {
      case .post: assembler.add(row, id: row.node)
      case .day: assembler.add(row, id: row.node, isSelectable: false)
      case .gap: if hasGaps { assembler.add(row, id: row.node) }
      case .boosts(let things):
        assembler.open(row, id: row.node)
        for thing in things { assembler.add(.post(thing), id: TimelineRow.post(thing).node) }
        assembler.close()
      }
    }
    return (try? assembler.finish()) ?? Outline()
  }
}

extension TimelineRow {
  /// What tells the row from others, whatever comes or goes around it.
  var node: NodeID {
    switch self {
    case .day(let day): NodeID(path: ["day", String(day)])
    case .post(let thing): NodeID(path: ["post", thing.items[0].subject])
    case .boosts(let things):
      // New ones come before the others or behind them; the oldest stays.
      NodeID(path: ["boosts", things.min { $0.place < $1.place }?.items[0].subject ?? ""])
    case .gap(let gap): NodeID(path: ["gap", gap.source, gap.older.id, gap.newer.id])
    }
  }

  /// Where the row stands in time; nil of a day.
  var place: TimelinePlace? {
    switch self {
    case .day: nil
    case .post(let thing): thing.place
    case .boosts(let things): things.map(\.place).min()
    case .gap(let gap): gap.newer
    }
  }

  /// The items of the row.
  var items: [TimelineItem] {
    switch self {
    case .post(let thing): thing.items
    case .boosts(let things): things.flatMap(\.items)
    case .day, .gap: []
    }
  }
}

// TimelineKit is this app's own, and its actions are words for people.
// swift-format-ignore: AvoidRetroactiveConformances
extension TimelineRule.Action: @retroactive CustomStringConvertible {
  public var description: String {
    switch self {
    case .mute: tr("Hide")
    case .keep: tr("Keep")
    case .mark: tr("Mark")
    }
  }
}
