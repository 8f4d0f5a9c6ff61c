import Foundation
import HikidashiBase
import HikidashiStorage
import TestSupport
import Testing

/// An index of words: what is found, and in which order.
@Suite struct TextIndexTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.url.appendingPathComponent("cache/text.db").path
  }

  private static func text(_ key: String, _ title: String, _ bodies: String...) -> IndexedText {
    var start = 0
    let passages = bodies.map { body in
      defer { start += body.utf8.count }
      let parts = body.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      return IndexedPassage(
        heading: parts.count > 1 ? parts[0] : "", body: parts[parts.count - 1],
        place: start..<start + body.utf8.count)
    }
    return IndexedText(key: key, version: "1", title: title, passages: passages)
  }

  private func keys(_ index: TextIndex, _ query: String) throws -> [String] {
    try index.search(TextQuery(query)).hits.map { "\($0.key).\($0.passage)" }
  }

  @Test func findsWordsPhrasesAndBeginnings() throws {
    let index = try TextIndex(path)
    try index.put([
      Self.text("a", "", "The congestion window grows.", "A window of congestion, If-Match it."),
      Self.text("b", "", "Nothing of that kind. Café."),
    ])
    #expect(try Set(keys(index, "WINDOW")) == ["a.0", "a.1"])
    #expect(try keys(index, "\"congestion window\"") == ["a.0"])
    #expect(try keys(index, "if-match") == ["a.1"])
    #expect(try Set(keys(index, "conges*")) == ["a.0", "a.1"])
    #expect(try keys(index, "congestion -grows") == ["a.1"])
    #expect(try keys(index, "cafe") == ["b.0"])
    #expect(try keys(index, "windows") == [])
    #expect(try keys(index, "conges") == [])
    #expect(try index.search(TextQuery("wind", isTyping: true)).hits.count == 2)
    #expect(try keys(index, "\"\" - * AND NEAR( body:") == [])
  }

  @Test func englishWordsOfOneStemAreOne() throws {
    let index = try TextIndex(path, language: .english)
    try index.put([Self.text("a", "", "routes are retransmitted")])
    #expect(try keys(index, "route") == ["a.0"])
    #expect(try keys(index, "\"routing is\"") == [])
    #expect(try keys(index, "retransmitting") == ["a.0"])
  }

  @Test func moreWordsBeatFewerAndHeadingsBeatBodies() throws {
    let index = try TextIndex(path)
    try index.put([
      Self.text("a", "", "alpha and words", "alpha|words of others", "beta alpha words"),
      Self.text("b", "Alpha", "beta here", "gamma here"),
    ])
    #expect(try keys(index, "alpha").first == "a.1")
    let both = try index.search(TextQuery("alpha beta"))
    #expect(
      Set(both.hits.filter(\.isComplete).map { "\($0.key).\($0.passage)" }) == ["a.2", "b.0"])
    #expect(both.completeCount == 2 && both.count == 4 && !both.isCut)
    #expect(both.hits.prefix(2).map(\.isComplete) == [true, true])
    // A title alone is no hit.
    #expect(try Set(keys(index, "alpha")) == ["a.0", "a.1", "a.2"])
    let place = try #require(try index.search(TextQuery("gamma")).hits.first?.place)
    #expect(place == 9..<19)
  }

  @Test func documentsAreScaledAndPassagesWeighed() throws {
    let index = try TextIndex(path)
    var light = Self.text("light", "", "word of mine")
    light.passages[0].weight = 0.25
    try index.put([
      light, Self.text("old", "", "word of mine"), Self.text("new", "", "word of mine"),
    ])
    let hits = try index.search(TextQuery("word")) { $0 == "old" ? 0.5 : 1 }.hits
    #expect(hits.map(\.key) == ["new", "old", "light"])
    #expect(try index.search(TextQuery("word")) { $0 == "old" ? 0 : 1 }.hits.count == 2)
    #expect(try index.search(TextQuery("word"), limit: 1).hits.count == 1)
    #expect(try index.search(TextQuery("word"), limit: 0).hits.isEmpty)
  }

  @Test func replacedAndRemovedDocumentsAreNotFound() throws {
    let index = try TextIndex(path)
    try index.put([Self.text("a", "", "first", "second"), Self.text("b", "", "first")])
    // The same version is left as it is.
    try index.put([Self.text("a", "", "third")])
    #expect(try Set(keys(index, "first")) == ["a.0", "b.0"])
    var changed = Self.text("a", "", "third")
    changed.version = "2"
    try index.put([changed], removing: ["b", "none"])
    #expect(try keys(index, "first") == [])
    #expect(try keys(index, "third") == ["a.0"])
    #expect(try index.versions() == ["a": "2"])
    #expect(try index.usage() == (1, 3))
    try index.merge()
    try index.removeAll()
    #expect(try index.usage() == (0, 0))
    #expect(try keys(index, "third") == [])
    try index.put([Self.text("c", "", "third and first")])
    #expect(try keys(index, "first") == ["c.0"])
    #expect(try TextIndex(path).search(TextQuery("third")).hits.map(\.key) == ["c"])
  }

  @Test func whatOthersWriteIsFoundWhileOneSearches() async throws {
    let reader = try TextIndex(path)
    #expect(try keys(reader, "word") == [])
    let writer = try TextIndex(path)
    for number in 0..<20 {
      try writer.put([Self.text("\(number)", "", "word \(number)", "more")])
      #expect(try reader.search(TextQuery("word"), limit: 99).hits.count == number + 1)
    }
    let path = path
    async let first: Void = onOwnThread { try Self.fill(path, "first") }
    async let second: Void = onOwnThread { try Self.fill(path, "second") }
    try await onOwnThread { try Self.follow(reader, until: 60) }
    _ = try await (first, second)
  }

  /// Searches until so many passages are there, of which none goes again.
  private static func follow(_ index: TextIndex, until all: Int) throws {
    var last = 0
    while last < all {
      let count = try index.search(TextQuery("word"), limit: 99).hits.count
      #expect(count >= last)
      last = count
    }
  }

  private static func fill(_ path: String, _ name: String) throws {
    let index = try TextIndex(path)
    for number in 0..<20 { try index.put([text("\(name)-\(number)", "", "word again")]) }
  }

  /// Of a word that is next to everywhere the newest are looked at, and every heading.
  @Test func ofWordsNextToEverywhereNotAllAreLookedAt() throws {
    let index = try TextIndex(path)
    var passages = (0..<101_000).map { _ in
      IndexedPassage(heading: "", body: "word of many", place: 0..<1)
    }
    passages[0].heading = "word"
    try index.put([IndexedText(key: "a", version: "1", title: "", passages: passages)])
    let found = try index.search(TextQuery("word"), limit: 2)
    #expect(found.isCut && found.count == 100_001)
    #expect(found.hits.map(\.passage) == [0, 1_000])
    #expect(try !index.search(TextQuery("\"of word\"")).isCut)
  }

  @Test func oddPlacesAndWeightsDoNotTrap() throws {
    let index = try TextIndex(path)
    try index.put([
      IndexedText(
        key: "", version: "", title: "",
        passages: [
          IndexedPassage(heading: "", body: "", place: 0..<0, weight: .nan),
          IndexedPassage(heading: "a", body: "a\0b", place: 0..<Int.max, weight: -.infinity),
          IndexedPassage(heading: "", body: "word", place: 7..<9, weight: .infinity),
        ]),
      IndexedText(key: "empty", version: "", title: "word", passages: []),
    ])
    #expect(try keys(index, "word") == [".2"])
    #expect(try keys(index, "a") == [])
  }
}
