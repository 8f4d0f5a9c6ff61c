import Foundation
import HikidashiLoading
import Testing
import TimelineKit

/// Ends of lines and quotes of statuses.
struct StatusMarkupTests {
  private func post(_ content: String, _ more: String = "") throws -> Post {
    let html = String(decoding: try JSONEncoder().encode(content), as: UTF8.self)
    let page = try parse(
      MastodonTimeline("example.org", .home).parser(),
      """
      [{"id": "1", "created_at": "2026-01-02T03:04:05Z", "content": \(html),
        "account": {"id": "7", "acct": "ann"}\(more)}]
      """)
    return try #require(page.posts.first)
  }

  // As the page of a server has it: white-space: pre-wrap.
  @Test(
    arguments: [
      ("<p>gift = poison\nbad = bath\nhell = light</p>", "gift = poison\nbad = bath\nhell = light"),
      ("<p>one\r\ntwo</p>", "one\ntwo"), ("<p>one\rtwo</p>", "one\ntwo"),
      ("Hello.\r\n\r\nThis is a test.", "Hello.\n\nThis is a test."), ("one\ntwo", "one\ntwo"),
      ("<p>A list:<br/>- one<br/>- two</p>", "A list:\n- one\n- two"),
      ("<p>one<br>\ntwo</p>", "one\ntwo"), ("<p>one\n<br/>two</p>", "one\ntwo"),
      ("<p>\n  one\n</p>\n\n<p>two</p>\n", "one\n\ntwo"),
      ("<p>one <b>bold\nword</b> end</p>", "one bold\nword end"),
      ("<blockquote>said\nso</blockquote>", "said\nso"),
      ("<ul>\n<li>one</li>\n<li>two</li>\n</ul>", nil),
      ("<pre><code>if a &lt; b {\n    c()\n}</code></pre>", "if a < b {\n    c()\n}"),
      ("<p>no ends</p>", "no ends"),
      ("<p><a href=\"https://e.example/a\nb\" title=\"x > y\">one\ntwo</a></p>", "one\ntwo"),
      ("<P>ONE\nTWO</P>", "ONE\nTWO"), ("one <i>two</i>\nthree", "one two\nthree"),
      ("<p>1 < 2\n3 > 2</p>", "1 < 2\n3 > 2"),
    ] as [(String, String?)])
  func endsOfLinesAreThoseOfThePage(content: String, text: String?) throws {
    let post = try post(content)
    if let text {
      #expect(post.text == text)
    } else {
      // Between the elements of a list stands nothing.
      #expect(post.html == content)
    }
  }

  @Test func blanksOfAPictureOfLettersStay() throws {
    let post = try post("<p>two  spaces and\ta tab\n  /\\_/\\</p>")
    #expect(post.text.replacing("\u{A0}", with: " ") == "two  spaces and    a tab\n  /\\_/\\")
    #expect(post.html.contains("<br>"))
  }

  // MARK: Quotes

  private static let quoted =
    #"{"id": "500", "created_at": "2025-01-01", "uri": "https://far.example/users/ben/statuses/500", "url": "https://far.example/@ben/500", "content": "<p>Rain is good for moss.</p>", "account": {"id": "8", "acct": "ben@far.example", "display_name": "Ben"}}"#
  private static let line =
    #"RE: <a href="https://far.example/@ben/500"><span class="invisible">https://</span><span class="ellipsis">far.example/@ben/500</span><span class="invisible"></span></a>"#

  @Test(arguments: [
    #""quote": {"state": "accepted", "quoted_status": Q}"#, #""quote": Q"#,
    #""quote": {"state": "Accepted", "quoted_status": Q, "quoted_status_id": "500"}"#,
    #""quote": {"quoted_status": Q}"#,
    #""pleroma": {"quote": Q, "quote_url": "https://far.example/x"}"#,
    #""pleroma": {"quote": Q}"#, #""quote": Q, "quote_id": "500""#,
    #""quote": null, "pleroma": {"quote": Q}"#,
    #""quote": {"state": null, "quoted_status": Q}"#, #""quote": [], "pleroma": {"quote": Q}"#,
  ])
  func quotedWordsAreShownWhereverTheyAre(field: String) throws {
    let post = try post(
      "<p class=\"quote-inline\">\(Self.line)</p><p>I never thought of that.</p>",
      ", " + field.replacing("Q", with: Self.quoted))
    #expect(post.text == "I never thought of that.\n\n❝ Ben: Rain is good for moss.")
    #expect(post.quoted == "https://far.example/users/ben/statuses/500")
    #expect(post.html.contains("<blockquote>") && !post.html.contains("RE:"))
    #expect(post.links.map(\.address) == ["https://far.example/@ben/500"])
  }

  @Test(arguments: [
    "<p>Yes!<span class=\"quote-inline\"><br><br>\(line)</span></p>",
    "<p class=\"quote-inline\">\(line)</p><p>Yes!</p>",
    "<p>Yes!</p><p class='quote-inline'>\(line)</p>",
    "<p>Yes!<span class=\"x quote-inline y\"><br/><br/><bdi>RE:</bdi> \(line)</span></p>",
    "<p>Yes!</p><div class=\"quote-inline\"><div>\(line)</div></div>",
    "<p>Yes!<SPAN CLASS=\"q\" class=\"quote-inline\">\(line)</SPAN></p>",
  ])
  func theLineOfAQuoteIsLeftOutWhereItIsShown(content: String) throws {
    let shown = try post(content, #", "quote": \#(Self.quoted)"#)
    #expect(shown.text == "Yes!\n\n❝ Ben: Rain is good for moss.")
    let alone = try post(content)
    #expect(alone.text.contains("RE:") && alone.text.contains("Yes!"))
    #expect(alone.links.map(\.address) == ["https://far.example/@ben/500"])
  }

  @Test func whatOnlyLooksLikeTheLineOfAQuoteStays() throws {
    for content in [
      "<p class=\"no-quote-inline\">RE: this</p>", "<p>quote-inline RE: this</p>",
      "<p>RE: this</p>", "<p class=\"quote-inline\">RE: this",
    ] {
      #expect(try post(content, #", "quote": \#(Self.quoted)"#).text.contains("RE: this"))
    }
  }

  @Test(arguments: [
    ("deleted", "deleted"), ("revoked", "withdrawn"), ("rejected", "does not want"),
    ("pending", "not answered"), ("unauthorized", "not shown to you"),
    ("blocked_account", "blocked or muted"), ("blocked_domain", "blocked or muted"),
    ("muted_account", "blocked or muted"), ("something_new", "does not show"),
    ("accepted", "does not show"),
  ])
  func aQuoteThatIsMissingIsTold(state: String, words: String) throws {
    let missing = try post(
      "<p>What was said.</p>", #", "quote": {"state": "\#(state)", "quoted_status": null}"#)
    #expect(missing.text.hasPrefix("What was said.\n\n") && missing.text.contains(words))
    #expect(missing.html.contains(words))
    // What a server sends along is not for the reader to see.
    guard state != "accepted" else { return }
    let sent = try post(
      "<p>What was said.</p>",
      #", "quote": {"state": "\#(state)", "quoted_status": \#(Self.quoted)}"#)
    #expect(
      sent.text == missing.text && sent.quoted == "https://far.example/users/ben/statuses/500")
  }

  @Test(arguments: [
    #""quote": {"state": "accepted", "quoted_status_id": "500"}"#,
    #""quote": {"quoted_status_id": 500}"#,
    #""quote": {"id": "500"}"#,
  ])
  func aQuoteOfWhichThereIsANameAloneIsTold(field: String) throws {
    let post = try post("<p>Words</p>", ", " + field)
    #expect(post.text.contains("does not show"))
  }

  @Test func anAddressAloneIsALink() throws {
    let post = try post(
      "<p>Words</p>", #", "pleroma": {"quote": null, "quote_url": "https://far.example/q"}"#)
    #expect(post.text == "Words" && post.quoted == "https://far.example/q")
    #expect(post.links.map(\.address) == ["https://far.example/q"])
  }

  @Test func whatAQuoteWarnsOfIsNotShown() throws {
    let quoted = Self.quoted.replacing(
      #""content""#, with: #""spoiler_text": "The end", "content""#)
    let post = try post("<p>Words</p>", #", "quote": \#(quoted)"#)
    #expect(post.text == "Words\n\n❝ Ben: The end" && !post.html.contains("moss"))
  }

  @Test func aQuoteWithoutWordsHasThoseOfItsPictures() throws {
    let quoted = Self.quoted.replacing("<p>Rain is good for moss.</p>", with: "").replacing(
      #""content""#,
      with:
        #""media_attachments": [{"type": "image", "url": "https://far.example/1", "description": "Moss"}], "content""#
    )
    #expect(try post("<p>Words</p>", #", "quote": \#(quoted)"#).text == "Words\n\n❝ Ben: Moss")
  }
}
