public import HikidashiLoading

/// Why a source cannot be read.
public enum TimelineError: Error, Hashable, Sendable {
  /// The name of a server is none.
  case badServer(String)
  /// A server named a page of another server.
  case foreignPage(server: String)
  /// The server refuses anonymous readers.
  case needsToken(server: String)
  /// The server refuses the token.
  case tokenRefused(server: String)
  /// The server wants no requests for a while; nil where it does not say for how long.
  case tooManyRequests(server: String, wait: Duration?)
  /// A feed has ended: its server says that it is gone for good.
  case gone(String)
  /// The server has no such timeline.
  case noTimeline(server: String)
  /// The server shows no post where it has some, as those do that hide timelines from anonymous readers.
  case nothingShown(server: String)
  /// The address could not be loaded, for another reason.
  case load(LoadError)
  /// The path of an archive or a file cannot be read; the reason is the system's.
  case unreadable(path: String, reason: String)
  /// A file of an archive is damaged, or written in a way that is not read; the reason says what to do.
  case damaged(path: String, reason: String)
  /// A file is larger than any that is read.
  case tooLarge(path: String, limit: Int)
  /// No server has an account of this name; `asked` are those that were asked.
  case noAccount(name: String, asked: [String])
  /// The server does not speak HTTPS; `plain` is the address without.
  case notSecure(server: String, plain: String)
  /// What is at the path holds nothing that can be read.
  case noPosts(path: String)
  /// The page has no article: too few words, or a list of links.
  case noArticle(page: String)
  /// The address is that of a web page, which names no feed.
  case noFeed(page: String)
  /// Another server has answered with a page of its own, as networks do that want a reader to log in.
  case strangerAnswered(asked: String, answered: String)
  /// The page names several feeds, and nobody is there to choose.
  case severalFeeds(page: String, feeds: [String])
}

extension TimelineError {
  /// Explains why a timeline of a server could not be loaded.
  ///
  /// - Parameter hasToken: Whether the request had a token.
  public init(_ error: LoadError, server: String, hasToken: Bool) {
    guard case .status(_, let problem) = error else {
      self = .load(error)
      return
    }
    switch problem.status {
    // 422 is what Mastodon answers where a timeline is for users alone.
    case 401, 403, 422:
      self = hasToken ? .tokenRefused(server: server) : .needsToken(server: server)
    case 404, 410: self = .noTimeline(server: server)
    default: self.init(feed: error, server: server)
    }
  }

  /// Explains why a feed could not be loaded.
  init(feed error: LoadError, server: String) {
    switch error {
    case .status(_, let problem) where problem.status == 429 || problem.retryAfter != nil:
      self = .tooManyRequests(server: server, wait: problem.retryAfter)
    default: self = .load(error)
    }
  }
}

extension TimelineError: CustomStringConvertible {
  /// How long a wait is, in the largest unit that it has two of.
  private static func words(_ wait: Duration) -> String {
    let seconds = max(1, Int(wait.components.seconds))
    switch seconds {
    case ..<120: return trn("{} second", "{} seconds", seconds, seconds)
    case ..<7_200: return trn("{} minute", "{} minutes", seconds / 60, seconds / 60)
    case ..<172_800: return trn("{} hour", "{} hours", seconds / 3_600, seconds / 3_600)
    default: return trn("{} day", "{} days", seconds / 86_400, seconds / 86_400)
    }
  }

  public var description: String {
    switch self {
    case .badServer(let name):
      tr("“{}” is no name of a server; write it as in example.org", name)
    case .foreignPage(let server):
      tr("{} names a page of another server, which is not loaded; refresh the timeline", server)
    case .needsToken(let server):
      tr(
        "{} shows this timeline to its users only; make a token in the settings of your account there, and enter it here",
        server)
    case .tokenRefused(let server):
      tr("{} refuses the token; make a new one in the settings of your account there", server)
    case .tooManyRequests(let server, let wait?):
      tr("{} wants no requests for {}; it is asked again then", server, Self.words(wait))
    case .tooManyRequests(let server, nil):
      tr("{} wants no more requests now; refresh the timeline later", server)
    case .gone(let address):
      tr("{} is gone for good, as its server says; remove the source, its posts stay", address)
    case .noTimeline(let server):
      tr("{} has no such timeline; check the name of the account or the tag", server)
    case .nothingShown(let server):
      tr(
        "{} shows no posts here; make a token in the settings of your account there, and enter it here, or refresh the timeline later",
        server)
    case .load(let error): "\(error)"
    case .unreadable(let path, let reason):
      tr("cannot read “{}”: {}; check the path and its permissions", path, reason)
    case .noFeed(let page):
      tr("“{}” is a web page that names no feed; look on it for the address of one", page)
    case .noArticle(let page):
      tr("no article was found at {}; open it in a browser", page)
    case .strangerAnswered(let asked, let answered):
      tr(
        "{} was not reached: {} has answered with a page of its own; open it in a browser: perhaps the network wants you to log in",
        asked, answered)
    case .severalFeeds(let page, let feeds):
      tr("“{}” names several feeds; give the address of one:", page)
        + feeds.map { "\n  " + $0 }.joined()
    case .noPosts(let path):
      tr(
        "“{}” holds no posts; looked for were the tweets of a Twitter archive (data/tweets.js) and posts in files of JSON, in a folder or a ZIP file; check the path",
        path)
    case .damaged(let path, let reason): tr("cannot read “{}”: {}", path, reason)
    case .tooLarge(let path, let limit):
      tr("“{}” is larger than {} MB, the most that is read of a file", path, limit >> 20)
    case .notSecure(let server, let plain):
      tr("{} does not speak HTTPS here; to load it without protection, give {}", server, plain)
    case .noAccount(let name, let asked):
      tr(
        "no account {} was found; asked were {}; open its page in a browser, and give the address of that page",
        name, asked.joined(separator: ", "))
    }
  }
}
