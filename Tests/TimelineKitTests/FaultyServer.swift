import Foundation
import HikidashiBase
import HikidashiLoading
import Synchronization
import TimelineKit

/// A server of one timeline that answers wrongly when told to.
final class FaultyServer: Sendable {
  enum Fault: CaseIterable {
    case tooMany, refused, broken, truncated, empty, webPage, doubled
    /// A page whose oldest post stands first.
    case reversed
    /// An older page in place of the newest, as of a server that lags behind.
    case late
  }

  private struct Entry {
    var id: String
    var date: Double
    var isGone = false
  }

  private struct State {
    var posts: [Entry] = []
    var fault: Fault?
    var requests = 0
  }

  private let state = Mutex(State())
  private let pageSize: Int

  init(pageSize: Int) { self.pageSize = pageSize }

  /// The names of all posts, from the oldest on.
  var names: [String] { state.withLock { $0.posts.filter { !$0.isGone }.map(\.id) } }
  var requests: Int { state.withLock { $0.requests } }

  func setFault(_ fault: Fault?) { state.withLock { $0.fault = fault } }

  func post(_ id: String, at seconds: Double) {
    state.withLock { $0.posts.append(Entry(id: id, date: seconds)) }
  }

  /// Deletes a post; servers know where it was.
  func remove(_ id: String) {
    state.withLock { state in
      for index in state.posts.indices where state.posts[index].id == id {
        state.posts[index].isGone = true
      }
    }
  }

  /// Answers as a connector would.
  func load(_ request: LoadRequest, _ parser: MastodonParser) throws(LoadError) -> PostPage {
    guard case .url(let url) = request.target else { throw .cancelled(LoadFailure(request.target)) }
    let (page, fault) = state.withLock { state in
      state.requests += 1
      let isLate = state.fault == .late && !"\(url)".contains("_id=")
      let posts = isLate ? state.posts.dropLast(2 * pageSize) : state.posts[...]
      return (Self.page(url, Array(posts), pageSize), state.fault)
    }
    let failure = LoadFailure(request.target)
    var text = "[" + page.map(Self.json).joined(separator: ",\n") + "]"
    switch fault {
    case .tooMany: throw .status(failure, StatusProblem(429, retryAfter: .seconds(5)))
    case .refused: throw .status(failure, StatusProblem(401))
    case .broken: throw .status(failure, StatusProblem(503))
    case .truncated: text = String(text.prefix(text.count * 2 / 3))
    case .empty: text = "[]"
    case .webPage: text = "<html>Log in</html>"
    case .doubled: text = "[" + (page + page).map(Self.json).joined(separator: ",") + "]"
    case .reversed: text = "[" + page.reversed().map(Self.json).joined(separator: ",") + "]"
    case .late, nil: break
    }
    var parser = parser
    do throws(ParserError) {
      _ = try parser.begin(ResponseHead(http: 200, headers: HeaderFields(), url: url))
      for start in stride(from: 0, to: text.utf8.count, by: 97) {
        _ = try parser.feed(Array(text.utf8.dropFirst(start).prefix(97)))
      }
      return try parser.finish()
    } catch {
      throw .parser(failure, error)
    }
  }

  /// The newest of all, or of those before a post; or those right after one; the newest first.
  private static func page(
    _ url: URL, _ posts: [Entry], _ size: Int
  ) -> [Entry] {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    func place(_ name: String) -> Int? {
      items.first { $0.name == name }?.value.flatMap { id in posts.firstIndex { $0.id == id } }
    }
    if let after = place("min_id") {
      return posts[(after + 1)...].filter { !$0.isGone }.prefix(size).reversed()
    }
    return posts[..<(place("max_id") ?? posts.count)].filter { !$0.isGone }.suffix(size).reversed()
  }

  private static func json(_ post: Entry) -> String {
    let date = moment(post.date).formatted(.iso8601)
    return """
      {"id": "\(post.id)", "created_at": "\(date)", "content": "<p>\(post.id)</p>",
      "account": {"id": "1", "acct": "ann"}}
      """
  }
}
