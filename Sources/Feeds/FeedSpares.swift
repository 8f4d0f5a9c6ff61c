internal import FoundationEssentials

/// What is gathered for a feed or an entry beside its own properties, most of which counts where the proper
/// element is missing.
struct FeedSpares {
  /// A value and its rank; of two the one with the lower rank counts, and of equal ones the first.
  struct Ranked<Value> {
    private(set) var value: Value?
    private(set) var rank = Int.max

    /// Keeps a value where there is no better one, and returns whether it did.
    @discardableResult
    mutating func offer(_ value: Value, rank: Int) -> Bool {
      guard rank < self.rank else { return false }
      self.value = value
      self.rank = rank
      return true
    }
  }

  var title = Ranked<Feed.Text>()
  var summary = Ranked<Feed.Text>()
  var date = Ranked<Date>()
  var picture = Ranked<URL>()
  var link = Ranked<URL>()
  /// The address of the entry's content, where that is a file of its own.
  var content: URL?
  var duration: Double?
  private(set) var authors: [Feed.Author] = []
  var lists = EntryLists()

  /// Ranks of summaries. What is said of a film or picture does not count beside a content.
  static let (podcast, media, subtitle, caption) = (1, 2, 3, 4)

  mutating func add(_ author: Feed.Author) {
    if let place = authors.firstIndex(where: { $0.name != nil && $0.name == author.name }) {
      authors[place].email = authors[place].email ?? author.email
      return
    }
    authors.append(author)
  }

  func summary(besideContent hasContent: Bool) -> Feed.Text? {
    hasContent && (summary.rank == Self.media || summary.rank == Self.caption)
      ? nil : summary.value
  }
}
