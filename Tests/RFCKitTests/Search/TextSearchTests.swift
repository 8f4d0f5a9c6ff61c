import Foundation
import Glibc
import HikidashiStorage
import TestSupport
import Testing

@testable import RFCKit

/// Full-text search over a folder of documents.
@Suite struct TextSearchTests {
  private let folder: ScratchFolder
  private let entries = [
    RFCEntry(number: 1, title: "Window Protocol"),
    RFCEntry(
      number: 2, title: "Old Window Protocol",
      obsoletedBy: [DocumentReference(series: "RFC", number: 1)]),
    RFCEntry(number: 3, title: "Other"),
  ]

  init() throws { folder = try ScratchFolder() }

  private var mirror: String { folder.url.appendingPathComponent("mirror").path }
  private var database: String { folder.url.appendingPathComponent("cache/text.db").path }

  private func write(_ text: String, _ number: Int) throws {
    try folder.write(text, to: "mirror/rfc\(number).txt")
  }

  private func open() throws -> RFCTextSearch {
    try RFCTextSearch(.kept(in: mirror), entries: entries, path: database)
  }

  private func found(_ search: RFCTextSearch, _ query: String) throws -> [String] {
    try search.hits(query).hits.map { "\($0.number):\($0.section ?? "")" }
  }

  private static let paged = """
    Request for Comments: 1

    1.  Introduction

       This is about the sliding


    Author                                                          [Page 1]
    \u{0C}
    RFC 1                      Window Protocol                  January 1990


       window of a naïve sender, which grows.

    2.  Congestion Control

       Nothing here.

    2.1.  Slow Start

       A sender begins
       with one segment.

    3.  References

       Congestion congestion congestion.

    """

  @Test func sentencesGoOnOverPagesAndSectionsAreNamed() async throws {
    try write(Self.paged, 1)
    let search = try open()
    try await search.update()
    let hit = try #require(try search.hits("\"sliding window\"").hits.first)
    #expect(hit.number == 1 && hit.section == "1" && hit.sectionTitle == "Introduction")
    #expect(
      hit.snippet.text == "This is about the sliding window of a naïve sender, which grows.")
    #expect(hit.snippet.parts.filter(\.isMatch).map(\.text) == ["sliding window"])
    let text = Array(Self.paged.utf8)[hit.place]
    #expect(String(decoding: text, as: UTF8.self).hasPrefix("1.  Introduction"))
    // Page furniture is no text.
    #expect(try search.hits("January").hits.isEmpty)
    // The chapter is a part of the section, and its heading is worth more than a mention.
    #expect(try found(search, "slow congestion").first == "1:2.1")
    #expect(try found(search, "congestion").first == "1:2")
    #expect(try found(search, "naive sender").first == "1:1")
    #expect(try search.hits("slow congestion").hits.first?.snippet.text.hasPrefix("2.1") == false)
  }

  @Test func currentOnesStandBeforeObsoleteOnesAndOthersAreLeftOut() async throws {
    for number in [1, 2, 3] { try write("Title\n\n1.  Name\n\n   The word.\n", number) }
    let search = try open()
    try await search.update()
    #expect(
      try found(search, "word") == ["1:1", "3:1", "2:1"]
        || found(search, "word") == ["3:1", "1:1", "2:1"])
    #expect(try found(search, "window word").prefix(2) == ["1:1", "2:1"])
    #expect(try search.hits("word") { $0 == 2 }.hits.map(\.number) == [2])
    #expect(try search.hits("word", limit: 2).hits.count == 2)
    #expect(try search.hits("the word").hits.first?.isComplete == true)
    #expect(try search.hits("wo", isTyping: true).hits.count == 3)
  }

  @Test func theFolderIsFollowed() async throws {
    let search = try open()
    // The folder is not there yet.
    try await search.update()
    #expect(try found(search, "first") == [])
    try write("1.  A\n\n   first\n", 1)
    try write("1.  A\n\n   first\n", 2)
    try folder.write("first", to: "mirror/rfc02.txt")
    try folder.write("first", to: "mirror/other.txt")
    try await search.update()
    #expect(try Set(found(search, "first")) == ["1:1", "2:1"])
    try write("1.  A\n\n   second, and more\n", 1)
    unlink(mirror + "/rfc2.txt")
    let progress = Reports()
    try await search.update { progress.add($0) }
    #expect(try found(search, "first") == [])
    #expect(try found(search, "second") == ["1:1"])
    #expect(
      progress.all == [RFCTextProgress(done: 0, total: 1), RFCTextProgress(done: 1, total: 1)])
    // A document that is gone since is no hit.
    unlink(mirror + "/rfc1.txt")
    #expect(try found(search, "second") == [])
  }

  @Test func aSearchIsAnsweredFromWhatAnotherHasIndexed() async throws {
    try write("1.  A\n\n   first\n", 1)
    try await open().update()
    let search = try open()
    #expect(try found(search, "first") == ["1:1"])
    #expect(RFCTextSearch.userPath(for: mirror) != RFCTextSearch.userPath(for: "/"))
    #expect(throws: RFCTextSearchError.noFolder) { try RFCTextSearch(.builtIn, entries: []) }
  }

  @Test func anUpdateThatIsCancelledGoesOnLater() async throws {
    for number in 1...14 {
      try write("1.  A\n\n" + String(repeating: "word of it\n", count: 60_000), number)
    }
    let search = try open()
    let progress = Reports()
    let task = Task {
      try await search.update { status in
        progress.add(status)
        if status.done > 0 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let done = progress.all.last?.done ?? 0
    #expect(1..<14 ~= done)
    #expect(try search.hits("word", limit: 100).hits.count == done)
    let rest = Reports()
    try await search.update { rest.add($0) }
    #expect(rest.all.first?.done == done && rest.all.last?.done == 14)
  }
}

/// What was told of the progress.
private final class Reports: @unchecked Sendable {
  private let lock = NSLock()
  private var reports: [RFCTextProgress] = []

  func add(_ progress: RFCTextProgress) { lock.withLock { reports.append(progress) } }
  var all: [RFCTextProgress] { lock.withLock { reports } }
}
