import Foundation
import HikidashiCommands
import TestSupport
import Testing
import TimelineKit

@testable import Timeline

/// The commands, on a folder of their own and files beside it.
@Suite struct CommandTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.posts, to: "mine.json")
  }

  private static let posts = """
    [{"id": "1", "name": "Ann", "title": "Greeting", "text": "Hello drawers", "link": "https://example.org/1",
      "date": "2026-04-01T12:00:00Z", "pictures": [{"url": "https://example.org/a.png", "alt": "A cat"}]},
     {"id": "2", "name": "Bob", "text": "Second\\npost", "date": "2026-04-02T12:00:00Z"},
     {"id": "3", "name": "Bob", "text": "bad", "date": "x"}]
    """

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func run(_ words: String..., input: String = "") async throws -> CommandResult {
    let all = words.contains("--folder") ? words : words + ["--folder", path("store")]
    // Some commands wait for tasks, which need the threads that tests run on.
    return try await onOwnThread { CommandResult(all, input: input) }
  }

  /// Adds the file of posts and fetches it.
  private func fill() async throws {
    #expect(try await run("sources", "add", path("mine.json"), "--title", "Mine").code == 0)
    #expect(try await run("fetch", "mine").code == 0)
  }

  private func objects(_ result: CommandResult) throws -> [[String: Any]] {
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(value as? [[String: Any]])
  }

  @Test func aFileIsFetchedAndItsPostsAreListed() async throws {
    #expect(try await run("list").code == 1)
    #expect(try await run("fetch").complaints == ["timeline: \(CommandError.noSources)"])
    #expect(
      try await run("sources", "add", path("mine.json"), "--title", "Mine", "--group", "G").code
        == 0)
    let fetched = try await run("fetch")
    #expect(fetched.output == "2 new, 0 changed\tMine\n")
    #expect(fetched.complaints.contains { $0.contains("“x”") })
    #expect(try await run("fetch", "mine").output == "0 new, 0 changed\tMine\n")
    #expect(try await run("sources").output == "2\t2\tG/Mine\t\(path("mine.json"))\n")
    let lines = try await run("list").output.split(separator: "\n")
    #expect(
      lines.map { $0.dropFirst(20) } == ["* Mine  Bob: Second post", "* Mine  Ann: Greeting"])
    #expect(try await run("list", "--oldest", "-n", "1").output.hasSuffix("Ann: Greeting\n"))
    #expect(
      try await objects(run("list", "author:bob", "--json")).map { $0["id"] as? String } == ["2"])
    #expect(try await run("list", "author:cy").code == 1)
    #expect(try await run("list", "--source", "none").code == 1)
    #expect(try await run("list", "(x").code == 2)
    #expect(try await run("list", "--limit", "0").code == 2)
  }

  @Test func wordsAreFound() async throws {
    try await fill()
    #expect(try await run("search", "draw*").output.hasSuffix("Ann: Greeting\n"))
    #expect(try await objects(run("search", "cat", "--json")).count == 1)
    #expect(try await run("search", "nothing").code == 1)
    #expect(try await run("search").code == 2)
    let cut = try await run("search", "hello -drawers", "--limit", "1")
    #expect(cut.code == 1)
  }

  @Test func whatIsExportedCanBeReadAgain() async throws {
    try await fill()
    let export = try await run("export")
    #expect(try objects(export).map { $0["id"] as? String } == ["1", "2"])
    try folder.write(export.output, to: "again.json")
    #expect(
      try await run("sources", "add", path("again.json"), "--folder", path("other")).code == 0)
    let other = try await run("fetch", "--folder", path("other"))
    // A slow machine tells how far it is.
    #expect(other.code == 0)
    #expect(other.output.hasPrefix("2 new"))
    let texts = try await objects(run("export", "--folder", path("other")))
    #expect(texts.map { $0["text"] as? String } == ["Hello drawers", "Second\npost"])
    #expect(try await objects(run("export", "--unread", "--source", "mine")).count == 2)
    #expect(try await objects(run("export", "text:none")).isEmpty)
  }

  @Test func whatHasNoPostsIsNotAdded() async throws {
    try folder.write("hello", to: "words.txt")
    try FileManager.default.createDirectory(
      atPath: path("empty"), withIntermediateDirectories: true)
    for place in [path("empty"), path("gone"), path("words.txt"), "/dev/zero", "/etc/passwd"] {
      let result = try await run("sources", "add", place)
      #expect(result.code == 1 && result.complaints.contains { $0.contains(place) }, "\(place)")
    }
    #expect(try await run("sources").output.isEmpty)
  }

  @Test func sourcesAreAddedAndRemoved() async throws {
    try await fill()
    #expect(try await run("sources", "add", "nothing at all").code == 2)
    #expect(try await run("sources", "add").code == 2)
    #expect(try await run("sources", "mend").code == 2)
    #expect(try await run("sources", "--forget").code == 2)
    #expect(try await run("sources", "--title", "x").code == 2)
    #expect(
      try await run("sources", "add", "https://example.org/feed.xml", "#gtk@example.org").code == 0)
    #expect(try await objects(run("sources", "--json")).count == 3)
    #expect(try await run("sources", "remove", "Mine", "none").code == 1)
    #expect(try await run("sources", "remove", "Mine").code == 0)
    #expect(try await run("list", "author:ann").code == 1)
    try await fill()
    #expect(try await run("sources", "remove", "mine", "--forget").code == 0)
    #expect(try await objects(run("sources", "--json")).map { $0["posts"] as? Int } == [0, 0])
  }

  @Test func feedsComeFromOtherReadersAndGoToThem() async throws {
    let list = """
      <opml version="2.0"><body><outline text="G"><outline type="rss" text="A"
      xmlUrl="https://example.org/a.xml"/></outline><outline text="B" xmlUrl="file:///b"/></body></opml>
      """
    let read = try await run("opml", "in", "-", input: list)
    // What could not be read is named, and the code says so.
    #expect(read.output == "1 feed added, 0 were there\n" && read.code == 1)
    #expect(read.complaints.contains { $0.contains("file:///b") })
    #expect(try await run("opml", "in", "-", input: list).output == "0 feeds added, 1 were there\n")
    let written = try await run("opml", "out")
    #expect(written.output.contains("xmlUrl=\"https://example.org/a.xml\""))
    #expect(try await run("opml", "out", path("out.opml")).code == 0)
    #expect(try String(contentsOfFile: path("out.opml"), encoding: .utf8) == written.output)
    #expect(try await run("opml", "out", path("none/out.opml")).code == 1)
    #expect(try await run("opml", "in", path("mine.json")).code == 1)
    #expect(try await run("opml").code == 2)
    #expect(try await run("opml", "in").code == 2)
  }

  @Test func passwordsOfFeedsAreNotShownAndNotHandedOn() async throws {
    let outline = "<outline text='A' xmlUrl='https://ann:secret@e.example/a'/>"
    let list = "<opml><body>\(outline)</body></opml>"
    #expect(try await run("opml", "in", "-", input: list).code == 0)
    #expect(try await run("sources").output.contains("https://ann@e.example/a"))
    let written = try await run("opml", "out")
    #expect(!written.output.contains("secret"))
    #expect(written.complaints.contains { $0.contains("password") })
    // It is still asked with the password.
    #expect(try await run("sources", "--json").output.contains("ann:secret@"))
  }

  @Test func helpCompletionsAndTheManualNameEveryCommand() async throws {
    for words in [["--help"], ["--print-manual"], ["--print-completions=bash"]] {
      let text = CommandResult(words).output
      for command in ["fetch", "list", "search", "export", "sources", "opml"] {
        #expect(text.contains(command), "\(words) \(command)")
        #expect(CommandResult(["help", command]).code == 0)
      }
    }
  }
}
