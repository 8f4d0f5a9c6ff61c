import Foundation
import TestSupport
import Testing

@testable import RFCKit

/// What came out lately, from feed and index.
struct NewsTests {
  private static let index = """
                                   RFC INDEX
                                  ---------

    1 Old Words. A. Author. April 1990. (Format: TXT) (Status: HISTORIC)

    2 New Words. A. Author, B. Author. March 2026. (Format: TXT) (Status: PROPOSED STANDARD)

    3 Newer Words. A. Author. April 2026. (Format: TXT) (Status: INFORMATIONAL)

    4 Not Issued.

    5 A Joke. A. Author. 1 April 2026. (Format: TXT) (Status: INFORMATIONAL)

    """

  private func news(_ feed: String?, since: String) throws -> [RFCNews.Item] {
    let index = try RFCIndex(parsing: Array(Self.index.utf8))
    return RFCNews(
      index: index, feed: feed.map { Array($0.utf8) }, since: try #require(RFCDate(since))
    ).items
  }

  @Test func theIndexHasWhatTheFeedHasNot() throws {
    #expect(try news(nil, since: "2026-04").map(\.number) == [5, 3])
    #expect(try news(nil, since: "2026").map(\.number) == [5, 3, 2])
    // Of what has only its month the whole month counts.
    #expect(try news(nil, since: "2026-04-20").map(\.number) == [3])
    #expect(try news("no feed", since: "2027").isEmpty)
  }

  @Test func theFeedHasAbstractsAndWhatTheIndexHasNotYet() throws {
    let feed = """
      <rss version="2.0"><channel><title>Recent RFCs</title>
      <item><title>RFC 6: Newest: a Title</title><link>https://www.rfc-editor.org/info/rfc6</link>
      <description>One line
      and another.

      A paragraph.</description></item>
      <item><title>Newer Words</title><link>https://www.rfc-editor.org/info/rfc3</link>
      <description>Of three.</description></item>
      <item><title>Nothing of an RFC</title><guid>x</guid></item>
      </channel></rss>
      """
    let items = try news(feed, since: "2026-04")
    #expect(items.map(\.number) == [nil, 6, 5, 3])
    #expect(items[1].title == "Newest: a Title")
    #expect(items[1].summary == "One line and another. A paragraph.")
    #expect(items[3].summary == "Of three.")
    #expect(items[3].date == RFCDate(year: 2026, month: 4))
    #expect(Set(items.map(\.id)).count == 4)
  }

  @Test func atomHasDates() throws {
    let feed = """
      <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a</id><title>RFC 7: Late</title>
      <link href="https://www.rfc-editor.org/info/rfc7"/><updated>2026-05-03T09:00:00Z</updated>
      </entry></feed>
      """
    let items = try news(feed, since: "2026-05")
    #expect(items.map(\.date) == [RFCDate(year: 2026, month: 5, day: 3)])
    #expect(try news(feed, since: "2026-05-04").isEmpty)
  }

  @Test func monthsAreCountedBack() {
    let date = RFCDate(year: 2026, month: 3, day: 5)
    #expect(date.months(before: 0) == RFCDate(year: 2026, month: 3))
    #expect(date.months(before: 3) == RFCDate(year: 2025, month: 12))
    #expect(RFCDate(year: 2026).months(before: 12) == RFCDate(year: 2025, month: 1))
    #expect(RFCDate(year: 1).months(before: 100) == RFCDate(year: 1, month: 1))
  }

  @Test(.needsSharedData) func theRealFeedIsRead() throws {
    let data = try RealData()
    let index = try RFCIndex(parsing: data.unpack("index/rfc-index-2026-05-20.txt.xz"))
    let feed = Array(try data.text("rfc/rfcrss.xml").utf8)
    let news = RFCNews(index: index, feed: feed, since: RFCDate(year: 2026, month: 4))
    let told = news.items.filter { $0.summary != nil }
    #expect(told.count >= 10)
    #expect(told.allSatisfy { $0.number != nil && $0.date != nil && !$0.title.isEmpty })
    #expect(news.items.first { $0.number == 9961 }?.title == index[9961]?.title)
  }
}
