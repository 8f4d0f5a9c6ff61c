import Foundation
import HikidashiBase
import HikidashiLoading
import HikidashiRecords
import HikidashiStorage
import Synchronization
import TestSupport
import Testing
import TimelineKit

/// Archives of Twitter, old and new, in folders.
struct ArchiveTests {
  private func folder(_ files: [String: String]) throws -> URL {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    for (name, text) in files {
      let file = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return root
  }

  private let tweet = """
    {"tweet": {"id_str": "20", "full_text": "a &amp;lt; b https://t.co/x https://t.co/p", "created_at": "Wed Oct 10 20:19:24 +0000 2018",
    "entities": {"urls": [{"url": "https://t.co/x", "expanded_url": "https://example.org/page", "display_url": "example.org/page"}], "hashtags": [{"text": "cat"}],
    "media": [{"url": "https://t.co/p", "media_url_https": "https://example.org/p.jpg", "type": "photo"}]}}}
    """

  @Test func anArchiveOfSeveralPartsIsRead() throws {
    let root = try folder([
      "data/tweets.js": "window.YTD.tweets.part0 = [ \(tweet) ]",
      "data/tweets-part1.js":
        "window.YTD.tweets.part1 = [ \(tweet), {\"id_str\": \"21\", \"full_text\": \"Bare\", \"created_at\": \"Wed Oct 10 20:19:25 +0000 2018\"}, {\"tweet\": {\"id_str\": \"22\"}} ]",
      "data/tweets-other.js": "window.YTD.other = [ ]",
      "data/account.js":
        "window.YTD.account.part0 = [{\"account\": {\"username\": \"Ann\", \"accountDisplayName\": \"Ann A.\"}}]",
      "data/tweets_media/20-p.jpg": "jpg",
    ])
    defer { try? FileManager.default.removeItem(at: root) }
    let page = try TwitterArchive.read(root.path, source: "archive x")
    #expect(page.posts.map(\.name) == ["20", "21"])
    #expect(page.posts[0].text == "a &lt; b example.org/page")
    #expect(page.posts[0].author == "@ann@twitter.com")
    #expect(page.posts[0].published == Date(timeIntervalSince1970: 1_539_202_764))
    #expect(page.posts[0].pictures.map(\.address) == ["data/tweets_media/20-p.jpg"])
    #expect(page.posts[0].tags == ["cat"])
    #expect(page.problems.map(\.place) == ["data/tweets-part1.js, line 3"])
    #expect(page.users.map(\.name) == ["Ann A."])
  }

  @Test func whatTheArchiveLacksIsOnTheServer() throws {
    func media(_ name: String, _ more: String = #""type": "photo""#) -> String {
      #"{"url": "https://t.co/p", "media_url_https": "https://i.example/\#(name)", \#(more)}"#
    }
    let film = """
      "type": "video", "video_info": {"variants": [
        {"content_type": "application/x-mpegURL", "url": "https://v.example/l.m3u8"},
        {"bitrate": "832000", "content_type": "video/mp4", "url": "https://v.example/s.mp4?tag=1"},
        {"bitrate": 2176000, "content_type": "video/mp4", "url": "https://v.example/f.mp4?tag=1"}]}
      """
    func tweet(_ id: Int, _ media: String...) -> String {
      """
      {"tweet": {"id_str": "\(id)", "full_text": "x", "created_at": "Wed Oct 10 20:19:24 +0000 2018",
        "extended_entities": {"media": [\(media.joined(separator: ","))]}}}
      """
    }
    let tweets = [
      tweet(1, media("a.jpg"), media("b.jpg"), media("c.jpg")), tweet(2, media("t.jpg", film)),
      tweet(3, media("t.jpg", film)), tweet(4), tweet(5, media("o.jpg"), media("t.jpg", film)),
      tweet(6, media("t.jpg", #""type": "video", "video_info": 7"#)),
    ]
    let root = try folder([
      "data/tweets.js": "x = [\(tweets.joined(separator: ",\n"))]",
      "data/tweets_media/1-b.jpg": "", "data/tweets_media/3-f.mp4": "",
      "data/tweets_media/4-gone.jpg": "", "data/tweets_media/5-x.mp4": "",
      "data/tweets_media/5-o.jpg": "",
    ])
    defer { try? FileManager.default.removeItem(at: root) }
    let page = try TwitterArchive.read(root.path, source: "archive x")
    let folder = "data/tweets_media/"
    #expect(
      page.posts.map { $0.pictures.map(\.address) } == [
        ["https://i.example/a.jpg", folder + "1-b.jpg", "https://i.example/c.jpg"],
        ["https://v.example/f.mp4?tag=1"], [folder + "3-f.mp4"], [folder + "4-gone.jpg"],
        [folder + "5-o.jpg", folder + "5-x.mp4"], ["https://i.example/t.jpg"],
      ])
    #expect(page.posts[1].pictures.map(\.type) == ["video"])
    #expect(page.posts[1].pictures.map(\.preview) == ["https://i.example/t.jpg"])
    #expect(page.posts[5].pictures.map(\.type) == ["image"])
  }

  /// `count` short posts, in several files.
  private func large(_ count: Int) throws -> URL {
    func text(_ range: Range<Int>) -> String {
      range.map { number in
        "{\"id_str\": \"\(number)\", \"full_text\": \"post drawer\(number % 7)\", \"created_at\": \"Wed Oct 10 20:19:24 +0000 2018\"}"
      }.joined(separator: ",\n")
    }
    return try folder([
      "data/tweets.js": "x = [\(text(0..<count / 2))]",
      "data/tweets-part1.js": "x = [\(text(count / 3..<count)), {\"id_str\": \"bad\"}]",
    ])
  }

  @Test func aLargeArchiveIsReadByThePage() throws {
    let root = try large(15_000)
    defer { try? FileManager.default.removeItem(at: root) }
    var reader = try ArchiveReader(root.path, source: "archive x")
    var (pages, problems): ([[Post]], [String]) = ([], [])
    while let page = try reader.next() {
      pages.append(page.posts)
      problems += page.problems.map(\.place)
    }
    #expect(pages.count > 1)
    let numbers = pages.joined().compactMap { Int($0.name) }
    #expect(numbers.sorted() == Array(0..<15_000))
    #expect(problems.count == 1 && problems[0].hasPrefix("data/tweets-part1.js, line "))
    let whole = try TwitterArchive.read(root.path, source: "archive x")
    #expect(whole.posts == Array(pages.joined()) && whole.problems.map(\.place) == problems)
  }

  @Test func itIsToldHowMuchOfAnArchiveIsRead() async throws {
    let root = try large(30_000)
    let store = try TimelineStore(folder: root.path + "/store")
    defer { try? FileManager.default.removeItem(at: root) }
    let loader = TimelineLoader(store, Connector(transports: []))
    let source = TimelineSource(.archive, title: "Mine", address: root.path)
    let told = Mutex<[Double]>([])
    _ = try await loader.refresh(all: [source]) { progress in
      told.withLock { $0.append(progress.fraction) }
    }
    let fractions = told.withLock { $0 }
    #expect(fractions == fractions.sorted() && fractions.last == 1)
    #expect(fractions.contains { $0 > 0.1 && $0 < 0.9 }, "\(fractions)")
  }

  @Test func anImportKeepsAllAndASecondOneNothing() async throws {
    let root = try large(15_000)
    let store = try TimelineStore(folder: root.path + "/store")
    defer { try? FileManager.default.removeItem(at: root) }
    let source = TimelineSource(.archive, title: "Mine", address: root.path)
    try store.put(source)
    let loader = TimelineLoader(store, Connector(transports: []))
    let first = try await loader.refresh(source)
    #expect(first.added.new.count == 15_000 && first.problems.count == 1)
    #expect(try store.posts.count() == 15_000)
    #expect(try store.searchCount("post") == 15_000)
    let second = try await loader.refresh(source)
    #expect(second.added.new.isEmpty && second.added.known == 15_000)
    // Who is asked to stop stops, and what came before is kept.
    let other = try TimelineStore(folder: root.path + "/other")
    let task = Task { try await TimelineLoader(other, Connector(transports: [])).refresh(source) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try other.posts.count() == (try other.searchCount("post")))
  }

  @Test func anOldArchiveIsRead() throws {
    let root = try folder([
      "data/js/tweets/2012_06.js": """
      Grailbird.data.tweets_2012_06 =
       [ {"id_str": "5", "text": "Old", "created_at": "2012-06-20 20:26:43 +0000", "user": {"name": "Bob", "screen_name": "Bob"}} ]
      """
    ])
    defer { try? FileManager.default.removeItem(at: root) }
    let page = try TwitterArchive.read(root.path, source: "archive x")
    #expect(page.posts.map(\.author) == ["@bob@twitter.com"])
    #expect(page.posts[0].published == Date(timeIntervalSince1970: 1_340_224_003))
  }

  @Test func noFileOutsideTheFolderIsRead() throws {
    let outside = try folder(["secret.js": "x = [ \(tweet) ]", "secret.jpg": "jpg"])
    let root = try folder([
      "data/tweet.js":
        "x = [ {\"id_str\": \"20\", \"full_text\": \"Mine\", \"created_at\": \"Wed Oct 10 20:19:25 +0000 2018\"} ]",
      "data/tweets_media/none": "",
    ])
    defer {
      for folder in [root, outside] { try? FileManager.default.removeItem(at: folder) }
    }
    for (link, file) in [
      ("data/tweets.js", "secret.js"), ("data/tweets_media/20-p.jpg", "secret.jpg"),
    ] {
      try FileManager.default.createSymbolicLink(
        at: root.appendingPathComponent(link),
        withDestinationURL: outside.appendingPathComponent(file))
    }
    let page = try TwitterArchive.read(root.path, source: "archive x")
    #expect(page.posts.map(\.text) == ["Mine"])
    #expect(page.posts[0].pictures.isEmpty)
    #expect(page.problems.map(\.place) == ["data/tweets.js"])
    let source = TimelineSource(.archive, title: "", address: root.path)
    #expect(
      source.url(of: "data/tweets_media/none")?.path.hasSuffix("/data/tweets_media/none") == true)
    for address in [
      "data/tweets_media/20-p.jpg", "../\(outside.lastPathComponent)/secret.jpg",
      outside.path + "/secret.jpg", "data/../../\(outside.lastPathComponent)/secret.jpg",
      "gone.jpg", "",
    ] {
      #expect(source.url(of: address) == nil, "\(address)")
    }
  }

  @Test func aFolderWithoutPostsIsAnError() throws {
    let root = try folder(["data/account.js": "x = []"])
    defer { try? FileManager.default.removeItem(at: root) }
    #expect(throws: TimelineError.noPosts(path: root.path)) {
      try TwitterArchive.read(root.path, source: "archive x")
    }
    #expect(throws: TimelineError.self) {
      try TwitterArchive.read(root.path + "/none", source: "archive x")
    }
  }

  @Test func aFolderOfJSONIsRead() throws {
    let root = try folder([
      "a.json": "[{\"text\": \"One\", \"date\": \"2026-01-01\"}]", "b.jsonl": "<html>",
      "c.txt": "no",
    ])
    defer { try? FileManager.default.removeItem(at: root) }
    let page = try JSONPosts.read(root.path, source: "json x")
    #expect(page.posts.map(\.text) == ["One"])
    #expect(page.problems.map(\.place) == ["b.jsonl"])
    let file = try JSONPosts.read(root.path + "/a.json", source: "json x")
    #expect(file.posts == page.posts)
  }

  /// What is as usual is read by a shortcut, and what has an empty `extended_entities` by a decoder.
  @Test func aShortcutReadsWhatADecoderReads() throws {
    var generator = seededGenerator()
    let owner = TimelineUser(id: "@ann@twitter.com", name: "Ann")
    func read(_ text: String) throws -> PostPage {
      try parse(TweetsParser(source: "archive x", owner: owner), "x = [\(text)]")
    }
    let pieces = [
      "a", "Ä", "日", "🌸", " ", "\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\ud83d\\ude00", "&amp;",
      "]", "}", ",",
      "https://t.co/1", "\\q", "\t",
    ]
    for round in 0..<testSteps(400) {
      func text() -> String {
        "\""
          + (0..<Int.random(in: 0...6, using: &generator)).map { _ in
            pieces.randomElement(using: &generator) ?? ""
          }.joined() + "\""
      }
      var members = [
        "\"id_str\" : \"\(round)\"", "\"created_at\":\"Tue Mar 21 20:50:14 +0000 2006\"",
        "\"full_text\": \(text())", "\"text\": \(text())", "\"possibly_sensitive\": true",
        "\"in_reply_to_status_id_str\": \"7\"",
        "\"other\": {\"a\": [1, {}, \(text())], \"b\": -1.5e3}",
        "\"none\": [ ]",
        """
        "entities": {"hashtags": [{"text": \(text()), "indices": ["1", "2"]}], "user_mentions": [],
        "urls": [{"url": "https://t.co/1", "expanded_url": "https://example.org/", "display_url": \(text())}]}
        """,
      ].shuffled(using: &generator)
      members.removeLast(Int.random(in: 0...3, using: &generator))
      func tweet(_ more: String) -> String {
        let inner = "{" + members.joined(separator: " , ") + more + "}"
        return round % 2 == 0 ? inner : "{ \"tweet\" : \(inner) }"
      }
      let context = "seed \(generator.seed), round \(round)"
      let (short, whole) = (try read(tweet("")), try read(tweet(",\"extended_entities\":{}")))
      #expect(short.posts == whole.posts, "\(context): \(tweet(""))")
      #expect(short.problems == whole.problems, "\(context)")
    }
  }
}
