import Foundation
import HikidashiLoading
import Testing
import TimelineKit

/// Statuses whose fields are not as they should be: none costs the post.
struct OddStatusTests {
  private static let account =
    #""account": {"id": "7", "acct": "ann", "display_name": "Ann", "avatar": "https://example.org/a.png"}"#

  private func page(_ fields: String, account: String = Self.account) throws -> PostPage {
    try parse(
      MastodonTimeline("example.org", .public(isLocal: false)).parser(),
      """
      [{"id": "1", "created_at": "2026-01-02T03:04:05Z", "content": "<p>Words</p>", \(account)\(fields.isEmpty ? "" : ", " + fields)}]
      """)
  }

  private func post(_ fields: String, account: String = Self.account) throws -> Post {
    try #require(try page(fields, account: account).posts.first)
  }

  @Test(arguments: [
    #""sensitive": 0"#, #""sensitive": "true""#, #""sensitive": null"#, #""sensitive": []"#,
    #""in_reply_to_id": 12"#, #""in_reply_to_id": false"#, #""reblog": []"#, #""reblog": {}"#,
    #""reblog": false"#, #""reblog": """#, #""edited_at": false"#, #""edited_at": "never""#,
    #""spoiler_text": null"#, #""spoiler_text": 0"#, #""spoiler_text": []"#, #""url": false"#,
    #""uri": 5"#, #""tags": {}"#, #""tags": "cats""#, #""emojis": {"a": 1}"#, #""mentions": 4"#,
    #""media_attachments": {}"#, #""media_attachments": null"#, #""poll": []"#, #""card": []"#,
    #""quote": []"#, #""quote": false"#, #""pleroma": []"#, #""application": "x""#,
    #""language": 7"#, #""visibility": null"#,
  ])
  func anOddFieldCostsNoPost(field: String) throws {
    let page = try page(field)
    #expect(page.posts.map(\.text) == ["Words"], "\(page.problems)")
    #expect(page.posts.map(\.kind) == [.status] && page.posts[0].author == "@ann@example.org")
    #expect(page.problems.isEmpty)
  }

  @Test(arguments: [
    (#""sensitive": 0"#, false), (#""sensitive": 1"#, true), (#""sensitive": "true""#, true),
    (#""sensitive": "false""#, false), (#""sensitive": "1""#, true), (#""sensitive": "no""#, false),
    (#""sensitive": true"#, true), (#""sensitive": null"#, false), (#""sensitive": """#, false),
    (#""sensitive": "Yes""#, true), (#""sensitive": {}"#, false),
  ])
  func truthIsReadInEveryForm(field: String, isSensitive: Bool) throws {
    #expect(try post(field).isSensitive == isSensitive)
  }

  @Test(arguments: [
    ("12", "12"), (#""12""#, "12"), ("9007199254740993", "9007199254740993"),
    ("18446744073709551615", "18446744073709551615"),
    ("115000000000000000001", "115000000000000000001"), ("-1", "-1"), ("14.0", "14"),
    (#""9a/b""#, "9a/b"), ("1e3", "1000"), ("0", "0"),
  ])
  func idsMayBeNumbers(id: String, name: String) throws {
    let page = try parse(
      MastodonTimeline("example.org", .public(isLocal: false)).parser(),
      """
      [{"id": \(id), "created_at": "2026-01-02T03:04:05Z", "in_reply_to_id": \(id),
        "account": {"id": \(id), "acct": "ann"}}]
      """)
    #expect(page.posts.map(\.name) == [name] && page.posts.map(\.repliesTo) == [name])
  }

  @Test func idsThatDifferByOneAreTwoPosts() throws {
    let ids = (0..<5).map { 1_463_440_000_000_000_001 + $0 }
    let text = ids.map {
      #"{"id": \#($0), "created_at": "2026-01-02T03:04:05Z", \#(Self.account)}"#
    }.joined(separator: ",")
    let page = try parse(MastodonTimeline("example.org", .home).parser(), "[\(text)]")
    #expect(page.posts.map(\.name) == ids.map(String.init))
  }

  @Test(arguments: [
    #""2026-01-02T03:04:05Z""#, #""2026-01-02T03:04:05.000000Z""#, #""2026-01-02T03:04:05+00:00""#,
    #""2026-01-02 03:04:05""#, #""2026-01-02T04:04:05+01:00""#, "1767323045",
    #""1767323045""#, "1767323045000", #""1767323045000""#, "1767323045000000", "1767323045.0",
    #""Fri, 02 Jan 2026 03:04:05 GMT""#,
  ])
  func datesAreReadInEveryForm(date: String) throws {
    let page = try parse(
      MastodonTimeline("example.org", .home).parser(),
      #"[{"id": "1", "created_at": \#(date), \#(Self.account)}]"#)
    #expect(page.posts.map(\.published) == [moment(86_400 + 3 * 3_600 + 4 * 60 + 5)])
  }

  @Test(arguments: [
    #"{"acct": "ann"}"#, #"{"id": 7, "acct": "ann"}"#, #"{"id": null, "acct": "ann"}"#,
    #"{"id": "7", "username": "ann"}"#, #"{"id": "7", "acct": "", "username": "ann"}"#,
    #"{"id": "7", "acct": "@ann"}"#, #"{"id": "7", "acct": "ann", "display_name": null}"#,
    #"{"id": "7", "acct": "ann", "display_name": 5, "url": []}"#,
    #"{"id": "7", "acct": "ann", "emojis": null, "avatar": null, "avatar_static": ""}"#,
    #"{"id": [], "acct": "ann@example.org", "avatar": false}"#,
  ])
  func anAccountNeedsItsNameAlone(account: String) throws {
    #expect(try post("", account: #""account": \#(account)"#).author == "@ann@example.org")
  }

  @Test(arguments: [
    (
      #""avatar": "/avatars/original/missing.png""#,
      "https://example.org/avatars/original/missing.png"
    ),
    (#""avatar": "a.png""#, "https://example.org/a.png"),
    (#""avatar": "//cdn.example/a.png""#, "https://cdn.example/a.png"),
    (#""avatar": "https://cdn.example/a.png""#, "https://cdn.example/a.png"),
    (#""avatar_static": "", "avatar": "/a.png""#, "https://example.org/a.png"),
    (#""avatar_static": "/s.png", "avatar": "/a.png""#, "https://example.org/s.png"),
    (#""avatar_static": 7, "avatar": "/a.png""#, "https://example.org/a.png"),
    (#""avatar": "file:///etc/passwd""#, ""), (#""avatar": "data:image/png,x""#, ""),
    (#""avatar": "javascript:alert(1)""#, ""), (#""avatar": null"#, ""),
  ])
  func avatarsBeginAtTheServer(field: String, icon: String) throws {
    let page = try page("", account: #""account": {"acct": "ann", \#(field)}"#)
    // A number is no address, but a name of a file.
    let icons = page.users.map(\.icon)
    #expect(icons == [icon] || field.contains("7"))
  }

  @Test(arguments: [
    #"\ud800"#, #"\udc00"#, #"a\ud83d"#, #"\ud83d\u0041"#, #"\udead\ud800"#, #"\uD83D b"#,
    #"\ud83d\ud83d\ude00"#, #"x\ud800\n"#, #"\ud800\ud800"#, #"\udfff!"#,
  ])
  func halfAnEmojiCostsNeitherPostNorWords(half: String) throws {
    let page = try parse(
      MastodonTimeline("example.org", .home).parser(),
      #"[{"id": "1", "created_at": "2026-01-02T03:04:05Z", "content": "<p>Hi \#(half)</p>", "spoiler_text": "\#(half)", \#(Self.account)}]"#
    )
    let post = try #require(page.posts.first)
    #expect(post.text.hasPrefix("Hi ") && post.text.contains("\u{FFFD}"))
    #expect(post.warning.contains("\u{FFFD}"))
  }

  @Test func whatIsLostOfAPostIsTold() throws {
    let page = try page(
      #""media_attachments": [{"type": "image", "url": "https://example.org/1.png"}, 7, {"type": "image"}], "poll": {"id": "4", "options": 7}"#
    )
    #expect(page.posts.count == 1 && page.posts[0].pictures.count == 1)
    let told = try #require(page.problems.first)
    #expect(told.place == "1" && page.problemCount == 1)
    for word in ["1 attachment", "without an address", "poll"] {
      #expect(told.reason.contains(word), "\(told)")
    }
  }

  @Test func aTextThatIsNoneIsTold() throws {
    let page = try parse(
      MastodonTimeline("example.org", .home).parser(),
      #"[{"id": "1", "created_at": "2026-01-02", "content": {"no": "text"}, \#(Self.account)}]"#)
    #expect(page.posts.count == 1 && page.problems[0].reason.contains("its text"))
  }

  @Test func whatIsPassedOnAndCannotBeReadIsTold() throws {
    let page = try page(#""reblog": {"id": "900", "created_at": "2026-01-01", "account": null}"#)
    #expect(page.posts.isEmpty)
    #expect(page.problems.map(\.place) == ["1"] && page.problems[0].reason.contains("@ann"))
  }

  // MARK: Attachments

  private func picture(_ fields: String) throws -> Post.Picture? {
    try post(#""media_attachments": [{\#(fields)}]"#).pictures.first
  }

  @Test(arguments: [
    #""meta": []"#, #""meta": """#, #""meta": null"#, #""meta": {"original": []}"#, #""meta": 5"#,
    #""meta": {"original": null, "small": {}}"#, #""description": 7"#, #""description": null"#,
    #""preview_url": false"#, #""preview_url": []"#, #""remote_url": 4"#, #""blurhash": {}"#,
    #""meta": {"focus": {"x": "a"}}"#,
  ])
  func anOddFieldCostsNoPicture(field: String) throws {
    let picture = try picture(#""type": "image", "url": "https://example.org/1.png", \#(field)"#)
    #expect(picture?.address == "https://example.org/1.png" && picture?.type == "image")
  }

  @Test(arguments: [
    (#"{"original": {"width": 640, "height": 480}}"#, 640, 480),
    (#"{"original": {"width": "640", "height": "480"}}"#, 640, 480),
    (#"{"original": {"width": 640.0, "height": 480.4}}"#, 640, 480),
    (#"{"original": {"size": "640x480"}}"#, 640, 480),
    (#"{"width": 640, "height": 480}"#, 640, 480),
    (#"{"original": {}, "small": {"width": 64, "height": 48}}"#, 64, 48),
    (#"{"original": {"width": -1, "height": 1e9}}"#, 0, 0),
    (#"{"original": {"width": "wide"}}"#, 0, 0),
    (#"{"original": {"width": null, "height": null}, "width": 5, "height": 6}"#, 5, 6),
    (#"{"size": "wide"}"#, 0, 0), ("[]", 0, 0),
  ])
  func sizesAreReadInEveryForm(meta: String, width: Int, height: Int) throws {
    let picture = try picture(
      #""type": "image", "url": "https://example.org/1.png", "meta": \#(meta)"#)
    #expect(picture?.width == width && picture?.height == height)
  }

  /// A server that still works on a film has its preview alone; one without a copy has the address of another.
  @Test(arguments: [
    (
      #""type": "video", "url": null, "preview_url": "https://example.org/p.png""#,
      "https://example.org/p.png"
    ),
    (
      #""type": "image", "url": null, "remote_url": "https://far.example/1.png""#,
      "https://far.example/1.png"
    ),
    (
      #""type": "unknown", "url": "", "remote_url": "https://far.example/1""#,
      "https://far.example/1"
    ),
    (#""type": "image", "url": "/storage/2.png""#, "https://example.org/storage/2.png"),
    (#""url": "https://example.org/1.bin""#, "https://example.org/1.bin"),
    (#""type": "GIFV", "url": "https://example.org/1.mp4""#, "https://example.org/1.mp4"),
    (
      #""type": "image", "url": "file:///x", "remote_url": "https://far.example/1""#,
      "https://far.example/1"
    ),
    (#""type": "audio", "url": 7, "preview_url": "/p.png""#, "https://example.org/7"),
    (
      #""type": "image", "url": "", "remote_url": "", "preview_url": "//cdn.example/p""#,
      "https://cdn.example/p"
    ),
    (#""type": "image", "url": "data:x", "preview_url": "/p.png""#, "https://example.org/p.png"),
  ])
  func anAttachmentIsWhereItCanBeLoaded(fields: String, address: String) throws {
    #expect(try picture(fields)?.address == address)
  }

  @Test(arguments: ["image", "gifv", "video", "audio", "unknown"])
  func anAttachmentKeepsKindPreviewAndWords(type: String) throws {
    let picture = try picture(
      #""type": "\#(type)", "url": "https://example.org/1", "preview_url": "https://example.org/p.png", "description": "Rain on a roof", "meta": {"original": {"duration": 14.2}}"#
    )
    #expect(
      picture
        == Post.Picture(
          "https://example.org/1", preview: "https://example.org/p.png",
          alternative: "Rain on a roof", type: type))
  }

  @Test func aSoundIsNoPictureOfItself() throws {
    for type in ["audio", "video", "gifv"] {
      let picture = try picture(
        #""type": "\#(type)", "url": "https://example.org/1.mp3", "preview_url": "https://example.org/1.mp3""#
      )
      #expect(picture?.preview == "")
    }
  }
}
