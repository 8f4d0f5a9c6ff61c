import Foundation
import HikidashiFeeds
import HikidashiLoading
import Testing

/// The pictures that stand for entries.
struct FeedPictureTests {
  private let address = "https://example.org/feed"

  @Test func mediaRSS() throws {
    let feed = try readFeed(
      """
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title>
        <media:thumbnail url="/of-the-feed.png"/>
        <item><guid>1</guid>
          <media:thumbnail url="/small.jpg" width="75" height=" 50 "/>
          <media:content url="/large.jpg" medium="image" width="0"><media:title>No</media:title>
            <media:thumbnail url="/small.jpg"/></media:content>
          <media:content url="/film.mp4" type="video/mp4"/></item>
        <item><guid>2</guid><title>Two</title>
          <media:group><media:content url="/film.mp4" medium="video"><media:thumbnail
            url="/inside.jpg"/></media:content>
            <media:content url="/still.webp" type="image/webp"/><media:title>No</media:title>
          </media:group></item>
        <item><guid>3</guid><enclosure url="/a.mp3" type="audio/mpeg"/>
          <enclosure url="/a.png" type="image/png"/></item>
        <item><guid>4</guid><media:thumbnail/><media:thumbnail url=" "/></item>
      </channel></rss>
      """, at: address)
    #expect(feed.problems == [])
    #expect(
      feed.entries.map { $0.pictures.map(\.address.path) } == [
        ["/small.jpg", "/large.jpg"], ["/inside.jpg", "/still.webp"], [], [],
      ])
    #expect(feed.entries[0].pictures[0].width == 75)
    #expect(feed.entries[0].pictures[0].height == 50)
    #expect(feed.entries[0].pictures[1].width == nil)
    #expect(feed.entries.map(\.title?.value) == [nil, "Two", nil, nil])
    #expect(
      feed.entries.map { $0.picture?.path } == [
        "/small.jpg", "/inside.jpg", "/a.png", nil,
      ])
  }

  /// As Atom has them, and where nobody has declared the prefix.
  @Test func mediaRSSInOtherFormats() throws {
    let atom = try readFeed(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:m="http://search.yahoo.com/mrss">
        <title>T</title><entry xml:base="https://else.example/x/"><id>1</id>
        <m:group><m:thumbnail url="y.jpg"/></m:group></entry></feed>
      """, at: address)
    #expect(atom.entries.first?.picture?.absoluteString == "https://else.example/x/y.jpg")
    let bare = try readFeed(
      "<rss><channel><item><guid>1</guid><media:thumbnail url='/z.jpg'/></item></channel></rss>",
      at: address)
    #expect(bare.entries.first?.picture?.absoluteString == "https://example.org/z.jpg")
  }

  @Test func jsonFeed() throws {
    let feed = try readFeed(
      """
      {"version": "https://jsonfeed.org/version/1.1", "title": "J", "items": [
        {"id": "1", "image": "/a.png", "banner_image": "https://else.example/b.png"},
        {"id": "2", "banner_image": "/b.png"}, {"id": "3", "image": "/a.png", "banner_image": "/a.png"},
        {"id": "4", "image": 4}, {"id": "5", "image": " ",
         "attachments": [{"url": "/c.gif", "mime_type": "image/gif"}]}]}
      """, at: address)
    #expect(
      feed.entries.map { $0.pictures.map(\.address.absoluteString) } == [
        ["https://example.org/a.png", "https://else.example/b.png"], ["https://example.org/b.png"],
        ["https://example.org/a.png"], [], [],
      ])
    #expect(feed.entries[4].picture?.path == "/c.gif")
  }
}
