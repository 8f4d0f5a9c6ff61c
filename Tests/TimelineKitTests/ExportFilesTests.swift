import Foundation
import HikidashiFeeds
import HikidashiLoading
import TestSupport
import Testing
import TimelineKit

/// Exports of networks whose pictures are files beside the posts: in folders, and in ZIP files.
struct ExportFilesTests {
  private let folder: ScratchFolder
  private var root: URL { folder.url.appendingPathComponent("export") }

  init() throws { folder = try ScratchFolder() }

  private static func outbox(_ pictures: String...) -> String {
    let attached = pictures.map {
      #"{"type": "Document", "mediaType": "image/png", "url": "\#($0)", "name": "A drawer"}"#
    }.joined(separator: ", ")
    return """
      {"@context": "https://www.w3.org/ns/activitystreams", "id": "outbox.json",
       "type": "OrderedCollection", "totalItems": 1, "orderedItems": [{"type": "Create",
       "actor": "https://social.example/users/ann", "object": {
         "id": "https://social.example/users/ann/statuses/1", "type": "Note",
         "published": "2024-03-01T08:00:00Z", "attributedTo": "https://social.example/users/ann",
         "content": "<p>Drawers</p>", "attachment": [\(attached)]}}]}
      """
  }

  private func write(_ files: [String: String]) throws {
    for (name, text) in files {
      let file = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  private func zip(_ files: [(String, String)]) throws -> String {
    var writer = ZipWriter()
    for (name, text) in files { writer.add(name, text, method: 8) }
    let path = folder.url.appendingPathComponent("export.zip").path
    try Data(writer.file()).write(to: URL(filePath: path))
    return path
  }

  @Test func picturesOfAFolderAreShown() throws {
    try write([
      "outbox.json": Self.outbox("/media_attachments/files/1/a.png"), "likes.json": "{}",
      "media_attachments/files/1/a.png": "one",
    ])
    for path in [root.path, root.path + "/outbox.json"] {
      let page = try JSONPosts.read(path, source: "json x")
      let picture = try #require(page.posts.first?.pictures.first)
      #expect(picture.address == "media_attachments/files/1/a.png")
      #expect(picture.alternative == "A drawer")
      #expect(page.problems.allSatisfy { !$0.reason.contains("picture") })
      let source = try TimelineSource(file: path)
      let url = try #require(source.url(of: picture.address))
      #expect(try Data(contentsOf: url) == Data("one".utf8))
    }
  }

  @Test(arguments: ["", "export-2024/"]) func aZIPFileIsReadInPlace(folder: String) async throws {
    let path = try zip([
      (folder + "actor.json", "{}"),
      (folder + "outbox.json", Self.outbox("/media_attachments/files/1/a.png")),
      (folder + "media_attachments/files/1/a.png", "one"),
    ])
    let source = try TimelineSource(file: path)
    #expect(source.kind == .json)
    let page = try JSONPosts.read(path, source: source.id)
    #expect(page.posts.map(\.text) == ["Drawers"])
    let picture = try #require(page.posts.first?.pictures.first)
    let url = try #require(source.url(of: picture.address))
    let connector = Connector(transports: [ArchiveTransport()])
    let response = try await connector.load(LoadRequest(url), parser: DataParser()).value
    #expect(response == Array("one".utf8))
  }

  @Test(arguments: [
    "/system/media_attachments/files/1/a.png", "/media_attachments/files/1/a.png",
    "media_attachments/files/1/a.png?123",
    "/opt/mastodon/public/system/media_attachments/files/1/a.png",
    "media_attachments/files/1/%61.png",
  ])
  func pathsOfServersAreFound(written: String) throws {
    try write(["outbox.json": Self.outbox(written)])
    for place in ["", "opt/mastodon/public/system/"] {
      let name = place + "media_attachments/files/1/a.png"
      try write([name: "one"])
      let page = try JSONPosts.read(root.path, source: "json x")
      #expect(page.posts.first?.pictures.map(\.address) == [name])
      try FileManager.default.removeItem(at: root.appendingPathComponent(name))
    }
  }

  @Test func whatIsNotThereIsTold() throws {
    try Data("secret".utf8).write(to: folder.url.appendingPathComponent("secret.png"))
    let text = Self.outbox(
      "/files/none.png", "../secret.png", "%2e%2e/secret.png", "https://social.example/1.png")
    try write(["outbox.json": text])
    let path = try zip([("outbox.json", text), ("a.txt", "x")])
    for path in [root.path, root.path + "/outbox.json", path] {
      let page = try JSONPosts.read(path, source: "json x")
      #expect(page.posts.first?.pictures.map(\.address) == ["https://social.example/1.png"])
      #expect(
        page.problems.map(\.reason).filter { $0.hasPrefix("3 pictures are left out") }.count == 1)
    }
  }

  @Test func aNameAloneIsNoOtherFile() throws {
    try write([
      "outbox.json": Self.outbox("/uploads/2021/1.png", "media/photo #1.png", "media/100%25.png"),
      "1.png": "another", "media/photo #1.png": "a", "media/100%25.png": "b",
    ])
    let page = try JSONPosts.read(root.path, source: "json x")
    #expect(
      page.posts.first?.pictures.map(\.address) == ["media/photo #1.png", "media/100%25.png"])
  }

  @Test func aPostThatIsNothingButAPictureOfTheExportIsKept() throws {
    try write([
      "posts.json": """
      [{"date": "2024-01-01", "media": [{"uri": "media/posts/1.jpg"}],
        "comments": [{"text": "Nice", "date": "2024-01-02"}]}]
      """, "media/posts/1.jpg": "one",
    ])
    let page = try JSONPosts.read(root.path, source: "json x")
    #expect(page.posts.map(\.pictures.count).sorted() == [0, 1])
  }

  @Test func aFilmIsToldByItsEnding() throws {
    try write([
      "posts.json": #"[{"text": "x", "date": "2024-01-01", "media": [{"uri": "media/1.mp4"}]}]"#,
      "media/1.mp4": "one",
    ])
    let page = try JSONPosts.read(root.path, source: "json x")
    #expect(page.posts.first?.pictures.map(\.type) == ["video"])
  }

  @Test func whatIsCompressedOtherwiseSaysSo() throws {
    let path = folder.url.appendingPathComponent("archive.tar.gz").path
    try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0]).write(to: URL(filePath: path))
    #expect {
      try TimelineSource(file: path)
    } throws: {
      "\($0)".contains("unpack it")
    }
  }

  @Test func aZIPFileWithoutPostsIsRefused() throws {
    let path = try zip([("a.txt", "x")])
    #expect(throws: TimelineError.noPosts(path: path)) { try TimelineSource(file: path) }
  }
}
