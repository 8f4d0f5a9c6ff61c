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

/// Makes the rows of a list round the reader's place, off the main thread.
struct ListMaker: Sendable {
  let store: TimelineStore
  let shown: ReadingList
  let options: MergedList.Options
  /// Where the reader is; nil where they never were in the list.
  let place: TimelinePlace?
  /// What is shown now, of which nothing is made again that stays.
  let before: MergedList
  /// How many of the posts that are found.
  var limit = mostFound

  /// What was made.
  struct Made: Sendable {
    var list: MergedList
    /// The rows; nil where they are the same.
    var outline: Outline<TimelineRow>?
    /// Why there is nothing.
    var problem: String?
    /// How many posts were found that the rules hide; counted where nothing else was found.
    var hidden = 0
  }

  /// How many posts there are on each side of the reader.
  static let reach = 300
  /// Of what is found so many come first, in the frame that shows the key, and the others after them.
  static let (firstFound, mostFound) = (100, 1_000)

  func make() -> Made {
    var made = Made(list: MergedList(options))
    do {
      let filter = try filter()
      if case .found(let words) = shown {
        let ids = try store.search(words, isTyping: true, limit: limit)
        made.list.insert(try store.items(ids, filter: filter))
        if made.list.rows.isEmpty, !ids.isEmpty {
          made.hidden = try store.searchCount(words, isTyping: true)
        }
      } else {
        made.list = try store.list(options, around: place, filter: filter, reach: Self.reach)
      }
    } catch {
      made.problem = "\(error)"
    }
    if made.list.rows != before.rows { made.outline = outline(of: made.list) }
    return made
  }

  private func filter() throws(RuleError) -> TimelineFilter {
    let rules = RuleSet(store.rules.table.map { TimelineRule($0) })
    switch shown {
    case .all, .found: return TimelineFilter(rules: rules)
    case .source(let id): return TimelineFilter(source: id, rules: rules)
    case .bookmarked: return TimelineFilter(query: PostFields.isBookmarked == true)
    case .smart(let id):
      guard let list = store.lists.records[id].map({ SmartList($0) }) else {
        return TimelineFilter(query: .nothing)
      }
      return try TimelineFilter(list, rules: rules)
    }
  }

  private var hasGaps: Bool {
    switch shown {
    case .all, .source: true
    case .bookmarked, .smart, .found: false
    }
  }

  func outline(of list: MergedList) -> Outline<TimelineRow> {
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
