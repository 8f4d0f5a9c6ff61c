import Foundation
import HikidashiBase
import TimelineKit

/// RSS feeds with made-up articles, in the folder of a server.
struct GeneratedFeeds {
  let folder: URL
  let count: Int
  private var posts = GeneratedPosts(seed: 4)
  private var items: [[String]]

  init(_ count: Int, in folder: URL) {
    (self.count, self.folder) = (count, folder)
    items = [[String]](repeating: [], count: count)
  }

  /// Writes all feeds, each with so many articles more, before those that it has.
  mutating func write(_ more: Int) throws {
    for feed in 0..<count {
      let new = posts.page(more).posts.map { post in
        """
        <item><title>\(post.title)</title><link>\(post.page)/\(feed)</link>\
        <guid isPermaLink="false">\(feed)-\(post.name)</guid>\
        <pubDate>\(Self.text(post.published))</pubDate>\
        <description>&lt;p&gt;\(post.text)&lt;/p&gt;</description></item>
        """
      }
      items[feed] = new.reversed() + items[feed]
      let text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0"><channel><title>Feed \(feed)</title>
        <link>http://127.0.0.1/\(feed)</link><description>Made up</description>
        \(items[feed].joined(separator: "\n"))
        </channel></rss>
        """
      try Data(text.utf8).write(to: folder.appendingPathComponent("\(feed).xml"))
    }
  }

  /// The list of all feeds, as readers import it.
  func sources(at address: String) -> [TimelineSource] {
    (0..<count).map {
      TimelineSource(
        .feed, title: "Feed \($0)", address: "\(address)/\($0).xml", group: "Group \($0 / 100)")
    }
  }

  private static func text(_ date: Date) -> String {
    var time = time_t(date.timeIntervalSince1970)
    var parts = tm()
    gmtime_r(&time, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    strftime(&buffer, buffer.count, "%a, %d %b %Y %H:%M:%S +0000", &parts)
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
