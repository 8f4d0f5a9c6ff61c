internal import Hikidashi
internal import Observation
internal import TimelineKit

/// What the rows read, apart from the list that they belong to.
@Observable @MainActor
final class PostListContent {
  var list = MergedList()
  /// How many posts were found, also those beyond the first that are shown; 0 before they are counted.
  private(set) var foundCount = 0
  @ObservationIgnored private let reader: Reader
  @ObservationIgnored private let counting = LatestTask()
  /// What was shown last, whose words are asked for next.
  @ObservationIgnored private var last: (thing: TimelineThing?, look: PostLook?)

  init(_ reader: Reader) { self.reader = reader }

  /// Counts what was found for words, once the first of it is seen.
  func count(_ words: String) {
    let store = reader.store
    counting.compute(priority: .utility) {
      (try? store.searchCount(words, isTyping: true)) ?? 0
    } then: { [weak self] in
      self?.foundCount = $0
    }
  }

  /// Waits until what was found is counted.
  func settled() async { await counting.settled() }

  /// Forgets the number when nothing is looked for any more.
  func forgetCount() {
    counting.cancel()
    foundCount = 0
  }

  /// What is seen of a post; nil where the store has it no more.
  func look(of thing: TimelineThing) -> PostLook? {
    let look = PostLook(
      thing, reader, isRead: list.isRead(thing), isMarked: list.isHighlighted(thing))
    last = (thing, look)
    return look
  }

  /// What a screen reader reads, and typing looks for.
  func text(of row: TimelineRow) -> String {
    switch row {
    case .day(let day): reader.name(ofDay: day)
    case .gap: tr("Posts are missing here")
    case .boosts(let things): trn("{} boost", "{} boosts", things.count, things.count)
    case .post(let thing): (last.thing == thing ? last.look : look(of: thing))?.spoken ?? ""
    }
  }
}
