public import FoundationEssentials

/// What was read of a source at once: a page of a server, a feed, a file.
public struct PostPage: Hashable, Sendable {
  /// Something that could not be read; the rest was.
  public struct Problem: Error, Hashable, CustomStringConvertible {
    /// Where it stands: the name of a file, and a line; empty where that is not known.
    public var place: String
    /// What is wrong, in words.
    public var reason: String

    /// Makes a problem.
    public init(_ reason: String, place: String = "") {
      self.place = place
      self.reason = reason
    }

    public var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
  }

  /// The posts, in the order of the source.
  public var posts: [Post] = []
  /// The ``Post/id`` of the posts whose source does not say when they were published: their date is when they
  /// were read, or changed last. Where the store has such a post, it keeps the date that it had at first.
  public var undated: Set<String> = []
  /// Who has written them and passed them on, each once.
  public var users: [TimelineUser] = []
  /// What could not be read, at most ``mostProblems``.
  public private(set) var problems: [Problem] = []
  /// How many things could not be read, those beyond ``problems`` too.
  public private(set) var problemCount = 0
  /// Where older posts are; nil where there are none, or the source has no pages.
  public var older: URL?
  /// Where newer posts are; nil where the source has no pages.
  public var newer: URL?
  /// What the server allows; nil where it does not say.
  public var allowance: RequestAllowance?
  /// Whether the source was read to its end.
  public var isWhole = true
  /// What the source calls itself; empty where it does not say.
  public var title: String = ""
  /// The address of the page that belongs to the source; empty where it does not say.
  public var home: String = ""

  /// Whether the posts are entries of a feed or a file, which are recognized by more than their names.
  var hasEntries = false
  /// The names of all entries, those that are left out too.
  var names: Set<String> = []
  /// The ids of posts whose source gives them no id, but a link at most.
  var derived: Set<String> = []
  /// Links that are no entry's own, as several have them, or the source itself.
  var sharedLinks: Set<String> = []
  /// How many of the posts of a conversation are before the one that it is of.
  var ancestorCount = 0
  /// How many posts are left out, as they are what they were when they were kept.
  var unchangedCount = 0
  /// The address that the source has moved to for good; nil where it did not.
  var movedTo: URL?
  /// What a feed has, to tell what changes in it; nil where all of it is to be read again.
  var trace: FeedTrace?

  /// The greatest number of faults that ``problems`` lists.
  public static let mostProblems = 50

  /// Makes a page without posts.
  public init() {}

  /// Notes what could not be read.
  public mutating func note(_ problem: Problem) {
    problemCount += 1
    if problems.count < Self.mostProblems { problems.append(problem) }
  }

  /// Adds what another page has, behind what is here.
  ///
  /// - Parameter place: The file that the other page is of; empty where its problems say it.
  mutating func append(_ page: PostPage, place: String = "") {
    posts += page.posts
    undated.formUnion(page.undated)
    let known = Set(users.map(\.id))
    users += page.users.filter { !known.contains($0.id) }
    for problem in page.problems {
      let places = [place, problem.place].filter { !$0.isEmpty }
      note(Problem(problem.reason, place: places.joined(separator: ", ")))
    }
    problemCount += page.problemCount - page.problems.count
    isWhole = isWhole && page.isWhole
  }
}

/// How many requests a server still allows.
///
/// - Source: Mastodon, "Rate limits": `X-RateLimit-Limit`, `-Remaining`, `-Reset`.
public struct RequestAllowance: Hashable, Sendable {
  /// How many are left until ``reset``.
  public var remaining: Int
  /// When there are as many again as at first; nil where the server does not say.
  public var reset: Date?

  /// Makes an allowance.
  public init(remaining: Int, reset: Date?) {
    self.remaining = remaining
    self.reset = reset
  }

  /// How long to wait before the next request: nothing while one is left, and never more than an hour,
  /// as a server's clock may be wrong.
  public func wait(at now: Date) -> TimeInterval {
    guard remaining <= 0, let reset else { return 0 }
    return min(max(0, reset.timeIntervalSince(now)), 3_600)
  }
}
