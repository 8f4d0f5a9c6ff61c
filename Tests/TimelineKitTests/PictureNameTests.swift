import HikidashiFeeds
import TestSupport
import Testing
import TimelineKit

/// Pictures that a feed gives in several sizes, in the text and beside it.
struct PictureNameTests {
  private func pictures(_ item: String) throws -> [Post.Picture] {
    let text = """
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title>
      <item><guid>1</guid>\(item)</item></channel></rss>
      """
    let page = try parse(FeedPostsParser("feed https://a.example/", received: moment(0)), text)
    return try #require(page.posts.first).pictures
  }

  private func beside(_ inline: String, _ other: String) throws -> [String] {
    try pictures(
      """
      <description>&lt;img src="\(inline)"&gt;</description>
      <media:thumbnail url="\(other)"/>
      """
    ).map(\.address)
  }

  @Test(arguments: [
    ("https://a.example/p.jpg", "https://a.example/p.jpg"),
    ("https://a.example/p.jpg", "http://a.example/p.jpg"),
    ("https://a.example/2024/p-300x200.jpg", "https://a.example/2024/p.jpg"),
    ("https://a.example/2024/p-1024x683.webp", "https://a.example/2024/p-150x150.webp?ssl=1"),
    ("https://a.example/p.jpg?w=640&amp;h=480", "https://a.example/p.jpg?w=72"),
    ("https://1.bp.blogspot.com/x/s320/p.jpg", "https://1.bp.blogspot.com/x/s72-c/p.jpg"),
    (
      "https://1.bp.blogspot.com/x/w640-h480/p.jpg",
      "https://1.bp.blogspot.com/x/s72-w640-c-h480/p.jpg"
    ),
  ])
  func aPictureOfTheTextIsNotShownAgain(inline: String, other: String) throws {
    let shown = inline.replacing("&amp;", with: "&")
    #expect(try beside(inline, other) == [shown])
    let enclosed = try pictures(
      """
      <description>&lt;img src="\(inline)"&gt;</description>
      <enclosure url="\(other)" type="image/jpeg" length="1"/>
      """)
    #expect(enclosed.map(\.address) == [shown])
  }

  @Test(arguments: [
    ("https://a.example/p.jpg", "https://a.example/q.jpg"),
    ("https://a.example/one/p.jpg", "https://a.example/two/p.jpg"),
    ("https://a.example/show.php?id=1", "https://a.example/show.php?id=2"),
    ("https://a.example/p.jpg?id=1", "https://a.example/p.jpg?id=2"),
    ("https://a.example/p-1.jpg", "https://a.example/p-2.jpg"),
    ("https://a.example/s1/p.jpg", "https://a.example/sx/p.jpg"),
    ("https://a.example/w27/p.png", "https://a.example/w28/p.png"),
    ("https://a.example/p.png?s=AB", "https://a.example/p.png?s=CD"),
    ("https://a.example/level-1x1.png", "https://a.example/level-1x2.png"),
    ("https://a.example/p.jpg", "https://b.example/p.jpg"),
  ])
  func anotherPictureIsShown(inline: String, other: String) throws {
    #expect(try beside(inline, other) == [inline, other])
  }

  @Test func ofSizesBesideTheTextTheLargestIsShown() throws {
    let found = try pictures(
      """
      <media:content url="https://a.example/2560.jpg?width=140&amp;s=x" width="140" type="image/jpeg"/>
      <media:content url="https://a.example/2560.jpg?width=700&amp;s=y" width="700" type="image/jpeg"/>
      <media:content url="https://a.example/2560.jpg?width=460&amp;s=z" width="460" type="image/jpeg"/>
      """)
    #expect(found.map(\.address) == ["https://a.example/2560.jpg?width=700&s=y"])
  }
}
