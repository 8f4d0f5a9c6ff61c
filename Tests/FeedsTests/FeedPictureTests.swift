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

  // MARK: - Pictures of texts

  private func pictures(_ html: String) -> [String] {
    let text = Feed.Text(html, kind: .html, base: URL(string: address))
    return text.references.pictures.map(\.address.path)
  }

  @Test(arguments: [
    "<img src='data:image/gif;base64,R0' data-src=/real.jpg>",
    "<img src=/blank.gif data-original=/real.jpg>",
    "<img class=lazyload data-srcset='/small.jpg 300w, /real.jpg 900w' sizes=auto>",
    "<img data-lazy-srcset='/real.jpg 1x' src='data:,'>", "<img data-actualsrc=/real.jpg>",
    "<img src='data:,' alt=A><noscript><img src=/real.jpg alt=A></noscript>",
    "<img data-lazy-src=/real.jpg src=/spacer.gif><noscript><img src=/real.jpg></noscript>",
    "<picture><source srcset='/small.webp 300w, /real.jpg 900w'><img class=lazy></picture>",
    "<amp-img src=/real.jpg width=800 height=600></amp-img>",
    "<img src=/real.jpg width=100% height=auto>", "<img src=/real.jpg data-src=true>",
    "<picture><source srcset=/other.webp></picture><p>x</p><img src=/real.jpg>",
  ])
  func picturesThatAProgramLoadsAreFound(html: String) { #expect(pictures(html) == ["/real.jpg"]) }

  @Test(arguments: [
    "<img src=/e.png alt='🐍' class=wp-smiley style='height: 1em; max-height: 1em;'>",
    "<img class='emoji twitter' alt='🐍' src=/e.png>",
    "<img src=/e.png alt='🐍' width=18 height=18>", "<img src=/e.png alt='🐍' style='width:1.2em'>",
  ])
  func aPictureThatStandsForALetterIsThatLetter(html: String) {
    let text = Feed.Text("<p>Look: \(html)!</p>", kind: .html)
    #expect(text.references.pictures == [])
    #expect(text.plain == "Look: 🐍!")
  }

  @Test(arguments: [
    "<img alt=Harbour src='data:,' style='width:0;height:0;min-width:100%;max-width:100%'><noscript><img alt=Harbour src=/real.jpg style='width:0;height:0;min-width:100%'></noscript>",
    "<img src=/real.jpg width=99999999999999999999 height=1e400>",
    "<amp-img layout=responsive width=16 height=9 src=/real.jpg alt='The harbour'></amp-img>",
    "<img width=16 height=9 style='width:100%;height:auto' src=/real.jpg alt='The harbour'>",
    "<img width=420 height=22 src=/real.jpg alt='E = mc²'>",
    "<img width=16 height=16 src=/real.jpg alt='Ann'>",
    "<img class=lazy style='display:none' data-src=/real.jpg><noscript><img src=/real.jpg></noscript>",
    "<img hidden data-src=/real.jpg><noscript><img src=/real.jpg></noscript>",
    "<img src=/blank.gif width=1 height=1 data-src=/real.jpg><noscript><img src=/real.jpg width=600></noscript>",
    "<img src=/count.gif style='display:none'><img src=/real.jpg>",
  ])
  func whatOnlyLooksLikeAPixelOrALetterIsAPicture(html: String) {
    #expect(pictures(html) == ["/real.jpg"])
  }

  @Test func aCopyOfALetterIsNotReadTwice() {
    let html =
      "<a href=/x>Hi <img class=emoji alt='🎉' data-src=/e.png src='data:,'><noscript><img class=emoji alt='🎉' src=/e.png></noscript></a>"
    let text = Feed.Text(html, kind: .html, base: URL(string: address))
    #expect(text.plain == "Hi 🎉")
    #expect(text.references.links.map(\.words) == ["Hi 🎉"])
  }

  @Test(arguments: [
    "<img src=/p.gif width=1 height=1 alt=x>", "<img src=/p.gif style='width: 1px; height:1px'>",
    "<img src=/p.gif height=0>",
    "<img src=/p.gif width=1 height=1 style='width:auto;height:auto'>",
    "<img src=/p.gif style='width:1px;min-width:0;height:1px'>",
    "<img src=/p.gif style='visibility: hidden'>",
  ])
  func aPixelIsNoPicture(html: String) {
    let text = Feed.Text("<p>One \(html)two</p>", kind: .html)
    #expect(pictures(html) == [])
    #expect(text.plain == "One two")
  }
}
