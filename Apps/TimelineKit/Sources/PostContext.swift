public import HikidashiLoading

/// The conversation of a post: its ancestors and answers.
///
/// - Source: Mastodon, "Context", <https://docs.joinmastodon.org/entities/Context/>.
public struct PostContext: Hashable, Sendable {
  /// The ancestors, from the first post of the conversation on.
  public var ancestors: [Post]
  /// The answers: each behind the post that it answers, and before later ones.
  public var descendants: [Post]
  /// The authors of all posts, each once.
  public var users: [TimelineUser]
  /// The problems of the answer.
  public var problems: [PostPage.Problem]

  /// Makes a context of a server's answer.
  ///
  /// - Parameter name: The ``Post/name`` of the post that it is of.
  init(_ page: PostPage, of name: String) {
    let count = min(page.ancestorCount, page.posts.count)
    ancestors = Self.chain(Array(page.posts[..<count]))
    descendants = Self.tree(Array(page.posts[count...]), under: name)
    users = page.users
    problems = page.problems
  }

  /// Makes a context of posts in any order, such as those of a server and those that are kept; of posts with one
  /// ``Post/name`` the first stays.
  ///
  /// ```swift
  /// let whole = PostContext(
  ///   ancestors: kept.ancestors + found.ancestors, descendants: kept.descendants + found.descendants,
  ///   of: post.name)
  /// ```
  ///
  /// - Parameters:
  ///   - ancestors: The posts that are answered.
  ///   - descendants: The answers; those to one post stand in the order of time.
  ///   - name: The ``Post/name`` of the post that it is of.
  /// - Complexity: O(*n* log *n*)
  public init(ancestors: [Post], descendants: [Post], of name: String) {
    var seen: Set<String> = [name]
    func unseen(_ posts: [Post]) -> [Post] {
      posts.filter { seen.insert($0.name).inserted }.sorted { $0.published < $1.published }
    }
    self.ancestors = Self.chain(unseen(ancestors))
    self.descendants = Self.tree(unseen(descendants), under: name)
    (users, problems) = ([], [])
  }

  /// How deep each answer is below the post: 1 for one that answers it, 2 for an answer to that.
  ///
  /// ```swift
  /// let depths = context.depths
  /// for (post, depth) in zip(context.descendants, depths) { show(post, indent: depth) }
  /// ```
  ///
  /// - Complexity: O(*n*)
  public var depths: [Int] {
    var depths: [String: Int] = [:]
    return descendants.map { post in
      let depth = (depths[post.repliesTo] ?? 0) + 1
      depths[post.name] = depth
      return depth
    }
  }

  /// Each behind what it answers, whatever the order of the server. What answers something that is not there stays in
  /// its place before the rest.
  private static func chain(_ posts: [Post]) -> [Post] {
    let names = Set(posts.map(\.name))
    return tree(posts, roots: posts.filter { !names.contains($0.repliesTo) })
  }

  private static func tree(_ posts: [Post], under name: String) -> [Post] {
    let names = Set(posts.map(\.name))
    // What answers a post that is not shown here is an answer all the same.
    return tree(
      posts, roots: posts.filter { $0.repliesTo == name || !names.contains($0.repliesTo) })
  }

  private static func tree(_ posts: [Post], roots: [Post]) -> [Post] {
    let answers = Dictionary(grouping: posts, by: \.repliesTo)
    var seen: Set<String> = []
    var (ordered, open): ([Post], [Post]) = ([], roots.reversed())
    while let post = open.popLast() {
      guard seen.insert(post.name).inserted else { continue }
      ordered.append(post)
      open += (answers[post.name] ?? []).reversed()
    }
    // Posts that answer each other in a circle, which no honest server has.
    return ordered + posts.filter { !seen.contains($0.name) }
  }
}

/// Reads the answer to ``MastodonTimeline/context(of:token:)`` as posts of the source.
public struct MastodonContextParser: ResponseParser {
  private var parser: MastodonParser
  private let name: String

  init(_ parser: MastodonParser, of name: String) { (self.parser, self.name) = (parser, name) }

  public mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    try parser.begin(head)
  }

  public mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    try parser.feed(bytes)
  }

  /// - Throws: ``ParserError/wrongContent(reason:)`` for a web page.
  public mutating func finish() throws(ParserError) -> PostContext {
    PostContext(try parser.finish(), of: name)
  }
}
