public import FoundationEssentials
internal import HikidashiFeeds
public import HikidashiLoading

extension TimelineSource {
  /// Returns the feeds that an address gives: its own, or those that its page names.
  ///
  /// ```swift
  /// let feeds = try await TimelineSource.feeds(at: url, by: connector)
  /// ```
  ///
  /// An address that cannot be reached now is taken as that of a feed, which is loaded when there is a network.
  ///
  /// - Parameters:
  ///   - address: What a person gives.
  ///   - connector: What loads.
  ///   - added: When the sources are added.
  /// - Throws: ``TimelineError/noFeed(page:)``; ``TimelineError/strangerAnswered(asked:answered:)`` where another
  ///   server has answered with a page, as networks do that want a reader to log in;
  ///   ``TimelineError/load(_:)`` where there is neither a feed nor a page.
  @concurrent public static func feeds(
    at address: URL, by connector: Connector, added: Date = Date()
  ) async throws(TimelineError) -> [TimelineSource] {
    let response: LoadResponse<FeedFinder.Found>
    do throws(LoadError) {
      response = try await connector.load(LoadRequest(address), parser: FeedFinder()).response
    } catch {
      switch error {
      case .noNetwork, .offline, .nameNotFound, .refused, .timedOut, .reset:
        return [feed(address, title: "", page: "", added)]
      default: throw .load(error)
      }
    }
    switch response.output {
    case .feed(let found):
      let page = found.address.flatMap(Post.webAddress) ?? ""
      return [feed(address, title: found.title?.plain ?? "", page: page, added)]
    case .page(let title, let links):
      guard links.isEmpty else {
        return links.map { link in
          feed(
            link.address, title: link.words.isEmpty ? title : link.words,
            page: address.absoluteString, added)
        }
      }
      if let asked = address.host(), let answered = response.head.url?.host(),
        site(asked) != site(answered)
      {
        throw .strangerAnswered(asked: asked, answered: answered)
      }
      throw .noFeed(page: address.absoluteString)
    }
  }

  private static func feed(
    _ address: URL, title: String, page: String, _ added: Date
  ) -> TimelineSource {
    TimelineSource(
      .feed, title: title.isEmpty ? address.host() ?? address.lastPathComponent : title,
      address: address.absoluteString, page: page, added: added)
  }

  /// A server is the same with `www.` before its name.
  private static func site(_ host: String) -> Substring {
    let host = host.lowercased()
    return host.hasPrefix("www.") ? host.dropFirst(4) : host[...]
  }
}
