import FoundationEssentials
import HikidashiFeeds
import HikidashiLoading
import Testing

/// The files that belong to entries.
struct FeedEnclosureTests {
  private func entry(_ content: String) throws -> Feed.Entry {
    let feed = try readFeed(
      "<rss version='2.0'><channel><item>\(content)</item></channel></rss>",
      at: "https://example.org/feed")
    return try #require(feed.entries.first)
  }

  @Test(
    arguments: [
      ("a.mp3", nil, .audio), ("a.MP4", nil, .video), ("a.jpeg", nil, .picture),
      ("a.pdf", nil, .document), ("a.bin", nil, nil), ("a", nil, nil), ("a.png?x=1", nil, .picture),
      ("a?file=b.mp3", nil, nil), ("a.mp3", "image/png", .picture), ("a.png", "audio/mpeg", .audio),
      ("a.mp3", "application/octet-stream", .audio), ("a.pdf", "application/x-any", .document),
      ("a", "application/pdf", .document), ("a", "Video/MP4; codecs=x", .video),
      ("a", "application/epub+zip", .document), ("a", "text/plain", .document),
      ("a.opus", "", .audio),
      ("a.ogg", "application/ogg", .audio), ("mp3", nil, nil), ("a.webm", nil, .video),
    ] as [(String, String?, Feed.Enclosure.Kind?)])
  func kinds(name: String, type: String?, kind: Feed.Enclosure.Kind?) throws {
    let address = try #require(URL(string: "https://e.example/\(name)"))
    let file = Feed.Enclosure(address, type: type)
    #expect(file.kind == kind)
    #expect(file.isPicture == (kind == .picture))
    #expect(file.isAudio == (kind == .audio))
    #expect(file.isVideo == (kind == .video))
  }

  @Test(arguments: [
    ("<media:content url='/a.mp4' type='video/mp4'/>", ["/a.mp4"], []),
    ("<media:content url='/a' medium='audio'/>", ["/a"], []),
    ("<media:content url='/a' medium='document'/>", ["/a"], []),
    ("<media:content url='/a.pdf'/>", ["/a.pdf"], []),
    ("<media:content url='/a' type='application/pdf'/>", ["/a"], []),
    ("<media:content url='/a' medium='image'/>", [], ["/a"]),
    ("<media:content url='/a.png'/>", [], ["/a.png"]),
    ("<media:content url='/a' type='image/png'/>", [], ["/a"]),
    (
      "<media:group><media:content url='/a.mp4'/><media:content url='/b.webm'/></media:group>",
      ["/a.mp4", "/b.webm"], []
    ),
    ("<enclosure url='/a.mp3'/><media:content url='/a.mp3'/>", ["/a.mp3"], []),
    ("<media:content url='/a.mp3'/><enclosure url='/a.mp3'/>", ["/a.mp3"], []),
    ("<enclosure url='/a.png'/><media:content url='/a.png'/>", [], ["/a.png"]),
    ("<enclosure url='/a.png'/><media:thumbnail url='/b.png'/>", ["/a.png"], ["/b.png"]),
    (
      "<enclosure url='/a.mp3'/><enclosure url='/b.mp3'/><enclosure url='/a.mp3'/>",
      ["/a.mp3", "/b.mp3"], []
    ),
    (
      "<media:content url='/a.mp4' medium='video'><media:thumbnail url='/t.jpg'/></media:content>",
      ["/a.mp4"], ["/t.jpg"]
    ),
    ("<media:content medium='video'/>", [], []),
  ])
  func filesAndPictures(content: String, files: [String], pictures: [String]) throws {
    let entry = try entry(content)
    #expect(entry.enclosures.map(\.address.path) == files)
    #expect(entry.pictures.map(\.address.path) == pictures)
  }

  @Test(
    arguments: [
      ("3661", 3661), ("61:01", 3661), ("1:01:01", 3661), ("01:01:01.5", 3661.5), (" 12 ", 12),
      ("0:30", 30), ("90:00", 5400), ("", nil), ("0", nil), ("an hour", nil), ("1:2:3:4", nil),
      ("-5", nil), ("1:xx", nil), ("99999999999", nil),
    ] as [(String, Double?)])
  func durations(written: String, seconds: Double?) throws {
    let sound = "<enclosure url='/a.mp3' type='audio/mpeg'/>"
    let itunes = "<itunes:duration>\(written)</itunes:duration>"
    #expect(try entry(sound + itunes).enclosures.map(\.duration) == [seconds])
    #expect(try entry(itunes + sound).enclosures.map(\.duration) == [seconds])
    let film = "<media:content url='/a.mp4' duration='\(written)'/>"
    #expect(try entry(film).enclosures.map(\.duration) == [seconds])
  }

  @Test func theDurationIsThatOfTheSound() throws {
    let entry = try entry(
      "<enclosure url='/a.png'/><enclosure url='/a.mp3'/><enclosure url='/b.mp3'/>"
        + "<itunes:duration>90</itunes:duration>")
    #expect(entry.enclosures.map(\.duration) == [nil, 90, nil])
  }

  @Test func whatIsSaidOfOneFileTwiceIsPutTogether() throws {
    let entry = try entry(
      "<enclosure url='/a.mp3' length='0'/><media:content url='/a.mp3' type='audio/mpeg' "
        + "fileSize='12' duration='34'><media:title>One &amp;amp; two</media:title></media:content>"
    )
    var file = Feed.Enclosure(try #require(URL(string: "https://example.org/a.mp3")))
    file.type = "audio/mpeg"
    file.byteCount = 12
    file.duration = 34
    file.title = "One & two"
    #expect(entry.enclosures == [file])
  }

  @Test func filesOfJSONFeed() throws {
    let feed = try readFeed(
      """
      {"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "image": "/a.png",
       "attachments": [{"url": "/a.mp3", "mime_type": "audio/mpeg", "title": "Tom &amp; Eva",
         "duration_in_seconds": 61.5, "size_in_bytes": 9}, {"url": "/a.png"}, {"url": "/a.mp3"},
         {"url": "/b.mp4", "duration_in_seconds": -1}]}]}
      """, at: "https://e.example/")
    let files = try #require(feed.entries.first).enclosures
    #expect(files.map(\.address.path) == ["/a.mp3", "/b.mp4"])
    #expect(files.map(\.duration) == [61.5, nil] && files.map(\.isAudio) == [true, false])
    #expect(files.first?.title == "Tom & Eva")
  }

  /// Long lists are looked up, and not looked through.
  @Test func manyAreOnceToo() throws {
    let twice = (0..<200).map { "/\($0 % 100)" }
    let entry = try entry(
      twice.map {
        "<enclosure url='\($0).mp3'/><media:thumbnail url='\($0).png'/><category>\($0)</category>"
      }.joined() + "<enclosure url='/7.png'/>")
    #expect(entry.enclosures.map(\.address.path) == twice.prefix(100).map { $0 + ".mp3" })
    #expect(entry.pictures.map(\.address.path) == twice.prefix(100).map { $0 + ".png" })
    #expect(entry.categories == Array(twice.prefix(100)))
  }

  @Test func titlesOfFiles() throws {
    let feed = try readFeed(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id>"
        + "<link rel='enclosure' href='/a.mp3' title=' One '/></entry></feed>",
      at: "https://e.example/")
    #expect(feed.entries.first?.enclosures.map(\.title) == ["One"])
  }
}
