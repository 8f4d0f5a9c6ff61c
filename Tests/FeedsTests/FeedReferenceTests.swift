import Foundation
import HikidashiFeeds
import Testing

/// The links and pictures of a text.
struct FeedReferenceTests {
  private func references(
    _ html: String, base: String? = "https://example.org/news/"
  ) -> (links: [Feed.Link], pictures: [Feed.InlinePicture]) {
    Feed.Text(html, kind: .html, base: base.flatMap { URL(string: $0) }).references
  }

  @Test func linksHaveTheirWordsAndWholeAddresses() {
    let found = references(
      "<p><a href='/a'>One\n <b>two</b></a> <a href=' b '></a> <a href='/a'>again</a></p>"
        + "<a href='mailto:a@example.org'>Write")
    #expect(
      found.links.map(\.address.absoluteString) == [
        "https://example.org/a", "https://example.org/news/b", "mailto:a@example.org",
      ])
    #expect(found.links.map(\.words) == ["One two", "", "Write"])
  }

  @Test func picturesHaveTheWordsThatStandForThem() {
    let found = references("<a href='/a'><img src='cat.png' alt=' A  cat '></a><img src=dog.png>")
    #expect(found.pictures.map(\.alternative) == ["A cat", ""])
    #expect(found.pictures[0].address.absoluteString == "https://example.org/news/cat.png")
  }

  @Test(arguments: [
    "<a href='javascript:x'>x</a>", "<a href='file:///x'>x</a>", "<img src='data:x'>",
    "<script><a href='https://evil.example'>x</a></script>", "<a>x</a>", "<img>",
  ])
  func nothingElseIsListed(html: String) {
    let found = references(html)
    #expect(found.links.isEmpty && found.pictures.isEmpty)
  }

  @Test(arguments: [
    "width=1 height=1", "width='0'", "height=\"1px\"", "WIDTH=1", "width=' 1 '",
  ])
  func whatOnlyTellsThatATextIsReadIsNoPicture(_ size: String) {
    let text = "<img src='https://e.example/a' \(size)><img src='https://e.example/b' width=10>"
    let found = Feed.Text(text, kind: .html).references.pictures
    #expect(found.map(\.address.absoluteString) == ["https://e.example/b"])
  }

  @Test func plainTextHasNone() {
    let found = Feed.Text("<a href='https://example.org'>x</a>").references
    #expect(found.links.isEmpty)
  }
}
