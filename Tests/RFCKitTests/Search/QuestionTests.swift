import Foundation
import HikidashiStorage
import TestSupport
import Testing

@testable import RFCKit

/// Questions with the sections that answer them, over the real documents: how well they are found.
///
/// The questions of the set `hold` were never used to choose the numbers of the ranking.
@Suite(.needsSharedData, .needs("xz", "tar"))
struct QuestionTests {
  @Test func sectionsThatAnswerAreFound() async throws {
    let data = try RealData()
    defer { withExtendedLifetime(data) {} }
    let files = try data.unpackArchive("rfc/rfc-documents.tar.xz")
    let folder = try #require(files.first).deletingLastPathComponent().path
    let index = try RFCIndex(parsing: data.unpack("index/rfc-index-2026-08-21.txt.xz"))
    let scratch = try ScratchFolder()
    let search = try RFCTextSearch(
      .mirror(directory: folder), entries: index.entries,
      path: scratch.url.appendingPathComponent("text.db").path)
    try await search.update()
    let plain = try PlainSearch(
      folder, index, scratch.url.appendingPathComponent("plain.db").path)
    let questions = try Question.all()
    #expect(questions.count { $0.set == "hold" } >= 30 && questions.count >= 60)
    for set in ["tune", "hold"] {
      let asked = questions.filter { $0.set == set }
      let ours = try Figures(asked) { text in
        try search.hits(text, limit: 10).hits.map {
          Question.name($0.number, $0.section)
        }
      }
      let any = try Figures(asked) { try plain.hits($0, joinedBy: " OR ") }
      let all = try Figures(asked) { try plain.hits($0, joinedBy: " ") }
      print("\(set): \(ours); plain FTS5, any word: \(any); every word: \(all)")
      guard set == "hold" else { continue }
      #expect(ours.reciprocalRank >= 0.6)
      #expect(ours.inTen >= 0.85)
      #expect(ours.reciprocalRank >= 1.3 * all.reciprocalRank)
      #expect(ours.reciprocalRank > any.reciprocalRank && ours.inTen > any.inTen)
    }
  }
}

/// A question of the list.
struct Question {
  var set: String
  var text: String
  var answers: Set<String>

  private static let file = Checkout.root.appendingPathComponent(
    "Tests/RFCKitTests/Questions/questions.tsv")

  static func all() throws -> [Question] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t").map(String.init)
      try #require(fields.count == 4)
      return Question(
        set: fields[1], text: fields[2],
        answers: Set(fields[3].split(separator: " ").map(String.init)))
    }
  }

  /// `9110:15.5.1`, and `9110:A` for an appendix.
  static func name(_ number: Int, _ section: String?) -> String {
    "\(number):" + (section ?? "").replacingOccurrences(of: "Appendix ", with: "")
  }
}

/// How well questions were answered.
private struct Figures: CustomStringConvertible {
  /// The mean of one by the place of the first answer, of ten.
  var reciprocalRank = 0.0
  /// The part of which an answer is among the first ten.
  var inTen = 0.0

  init(_ questions: [Question], _ find: (String) throws -> [String]) throws {
    for question in questions {
      let place = try find(question.text).prefix(10).firstIndex { question.answers.contains($0) }
      guard let place else { continue }
      reciprocalRank += 1 / Double(place + 1) / Double(questions.count)
      inTen += 1 / Double(questions.count)
    }
  }

  var description: String {
    String(
      format: "mean reciprocal rank %.3f, in the first ten %.1f %%", reciprocalRank, inTen * 100)
  }
}

/// FTS5 with its own ranking over the same sections: every word, as FTS5 takes what is typed, or any.
private final class PlainSearch {
  private let connection: SQLiteConnection

  init(_ folder: String, _ index: RFCIndex, _ path: String) throws {
    connection = try SQLiteConnection(path, SQLiteOptions(applicationID: 1, version: 1)) {
      session, _ throws(SQLiteError) in
      try session.execute(
        """
        CREATE VIRTUAL TABLE section USING fts5(
          name UNINDEXED, title, heading, body, tokenize='porter unicode61')
        """)
    }
    for document in try DocumentListing(folder).documents {
      let bytes = try FileReader.read("\(folder)/rfc\(document.number).txt")
      let passages = SectionDivision(RFCDocument(bytes)).passages
      try connection.write { session throws(SQLiteError) in
        let insert = try session.statement("INSERT INTO section VALUES (?, ?, ?, ?)")
        for passage in passages {
          let label = SectionLabel(passage.label)
          try insert.bind(Question.name(document.number, label.number), at: 0)
          try insert.bind(index[document.number]?.title ?? "", at: 1)
          try insert.bind(passage.heading, at: 2)
          try insert.bind(passage.body, at: 3)
          try insert.run()
        }
      }
    }
  }

  func hits(_ text: String, joinedBy joint: String) throws -> [String] {
    let words = text.split(whereSeparator: \.isWhitespace).map {
      "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
    return try connection.read { session throws(SQLiteError) in
      let select = try session.statement(
        "SELECT name FROM section WHERE section MATCH ? ORDER BY rank LIMIT 10")
      defer { select.reset() }
      try select.bind(words.joined(separator: joint), at: 0)
      var names: [String] = []
      while try select.step() { names.append(select.string(0)) }
      return names
    }
  }
}
