public import HikidashiLoading

/// Reads one file of a Twitter archive as posts.
///
/// Years, places and pictures of an archive are in several files: ``TwitterArchive`` reads them all.
public struct TweetsParser: ResponseParser {
  private let source: String
  private let owner: TimelineUser
  private let media: [String: [String]]
  /// The long posts of the archive, of which `tweets.js` has the beginnings.
  var notes = NoteTweets()
  private var reading = ElementReading<Tweet>(TweetReader.read)
  private var page = PostPage()
  private var users: [String: TimelineUser] = [:]

  /// - Parameters:
  ///   - source: The ``TimelineSource/id`` of the posts.
  ///   - owner: Who has written posts that do not say.
  ///   - media: The paths of pictures within the archive, by the name of the post that they are of.
  public init(source: String, owner: TimelineUser, media: [String: [String]] = [:]) {
    self.source = source
    self.owner = owner
    self.media = media
  }

  public mutating func feed(_ bytes: [UInt8]) -> ParserStep {
    for found in reading.feed(bytes) {
      switch found {
      case .success(let tweet): take(tweet)
      case .failure(let problem): page.note(problem)
      }
    }
    return .more
  }

  /// - Throws: ``ParserError/wrongContent(reason:)`` for a web page, and for what is no list.
  public mutating func finish() throws(ParserError) -> PostPage {
    try reading.finish(&page)
    page.users = users.values.sorted { $0.id < $1.id }
    return page
  }

  /// Hands over what was read so far, and begins a new page.
  mutating func takePage() -> PostPage {
    var taken = PostPage()
    swap(&taken, &page)
    taken.users = users.values.sorted { $0.id < $1.id }
    users = [:]
    return taken
  }

  private mutating func take(_ tweet: Tweet) {
    let user = tweet.user?.timelineUser ?? owner
    let tweet = notes.isEmpty ? tweet : notes.whole(tweet)
    guard let post = tweet.post(source: source, author: user.id, media: media[tweet.id] ?? [])
    else {
      let reason = tr("“{}” is no date; the post is left out", tweet.createdAt)
      page.note(PostPage.Problem(reason, place: tweet.id))
      return
    }
    // Nearly all are by one.
    if users[user.id] != user { users[user.id] = user }
    page.posts.append(post)
  }
}
