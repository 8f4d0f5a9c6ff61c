import Foundation
import HikidashiLoading
import TestSupport
import Testing
import TimelineKit

/// What a path that is added leads to.
struct FilePathTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func write(_ text: String, to name: String) throws {
    let file = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  @Test(arguments: [
    "/dev/zero", "/dev/null", "/etc/passwd", "/", "/etc", "/none/at/all", "/proc/self/environ",
    "/dev", "/dev/full", "/dev/stdin",
  ])
  func whatHasNoPostsIsRefused(path: String) throws {
    let error = #expect(throws: TimelineError.self) { try TimelineSource(file: path) }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.contains(path) || words.contains("/dev/"), "\(words)")
  }

  @Test func foldersAndFilesWithoutPostsAreRefused() throws {
    try FileManager.default.createDirectory(
      atPath: path("empty"), withIntermediateDirectories: true)
    try write("hello", to: "words.txt")
    try write("", to: "nothing.json")
    try write("[]", to: "list.json")
    try write("{\"name\": \"package\", \"version\": \"1.0\"}", to: "project/package.json")
    try write("<html><body>Hi</body></html>", to: "page.html")
    try write("x = [{\"id_str\": \"1\"}]", to: "broken/data/tweets.js")
    for name in [
      "empty", "words.txt", "nothing.json", "list.json", "project", "page.html", "broken",
    ] {
      let error = #expect(throws: TimelineError.noPosts(path: path(name))) {
        try TimelineSource(file: path(name))
      }
      #expect((error.map { "\($0)" } ?? "").contains("data/tweets.js"))
    }
    #expect(throws: TimelineError.self) { try TimelineSource(file: path("gone")) }
  }

  @Test func aPipeIsRefusedWithoutWaiting() throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    #expect(mkfifo(path("pipe.json"), 0o600) == 0)
    for name in ["pipe", "pipe.json"] {
      #expect(throws: TimelineError.self) { try TimelineSource(file: path(name)) }
      #expect(throws: TimelineError.self) { try JSONPosts.read(path(name), source: "json x") }
      #expect(throws: TimelineError.self) { try TimelineSource.checkFile(path(name)) }
    }
    // One among files costs no more than itself.
    try write("[{\"text\": \"One\", \"date\": \"2026-01-01\"}]", to: "a.json")
    #expect(try JSONPosts.read(folder.url.path, source: "json x").posts.map(\.text) == ["One"])
    try FileManager.default.createDirectory(
      atPath: path("tw/data"), withIntermediateDirectories: true)
    #expect(mkfifo(path("tw/data/tweets.js"), 0o600) == 0)
    #expect(throws: TimelineError.self) { try TimelineSource(file: path("tw")) }
  }

  @Test func whatHasPostsSaysItsKindAndName() throws {
    let tweet =
      #"{"id_str": "1", "full_text": "Hi", "created_at": "Thu Mar 02 08:00:00 +0000 2023"}"#
    try write("x = [\(tweet)]", to: "tw/data/tweets.js")
    try write("x = [\(tweet)]", to: "named/tw/data/tweets.js")
    try write(
      #"x = [{"account": {"username": "Ann", "accountDisplayName": "Ann A."}}]"#,
      to: "named/tw/data/account.js")
    try write("x = [ ]", to: "new/data/tweets.js")
    try write("[{\"text\": \"One\", \"date\": \"2026-01-01\"}]", to: "posts/a.JSON")
    try write("[{\"text\": \"One\", \"date\": \"2026-01-01\"}]", to: "export")
    for (name, kind, title) in [
      ("tw", TimelineSource.Kind.archive, "tw"), ("named", .archive, "Ann A."),
      ("named/tw", .archive, "Ann A."), ("named/tw/data", .archive, "Ann A."),
      ("new", .archive, "new"), ("posts", .json, "posts"), ("export", .json, "export"),
      ("posts/a.JSON", .json, "a.JSON"),
    ] {
      let source = try TimelineSource(file: path(name))
      #expect(source.kind == kind && source.title == title, "\(name)")
      #expect(source.address == path(name))
    }
    try FileManager.default.createSymbolicLink(
      atPath: path("link"), withDestinationPath: path("export"))
    #expect(try TimelineSource(file: path("link")).kind == .json)
    #expect(try JSONPosts.read(path("link"), source: "json x").posts.count == 1)
  }
}
