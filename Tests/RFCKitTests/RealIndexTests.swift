import Foundation
import RFCKit
import TestSupport
import Testing

@Suite(.needsSharedData, .needs("xz")) struct RealIndexTests {
  @Test func countsWhatAnIndependentProgramCounts() throws {
    let data = try RealData()
    let rows = try data.text("index/EXPECTED.tsv").split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t").map(String.init) }
    #expect(rows.count == 11)
    for row in rows {
      let bytes = try data.unpack("index/\(row[0]).xz")
      let index = try RFCIndex(parsing: bytes)
      let counts = [
        bytes.count, index.entries.count, index.entries.count { !$0.isIssued },
        index.entries.count { 10_000...99_999 ~= $0.number },
        index.entries.map(\.number).max() ?? 0,
      ]
      #expect(counts.map(String.init) == Array(row.dropFirst()), "\(row[0])")
      checkFields(index, of: row[0])
    }
  }

  /// Every entry of every year has what its neighbours have, and hardly anything is guessed.
  private func checkFields(_ index: RFCIndex, of name: String) {
    let year = index.created?.year ?? 0
    #expect(name.contains("\(year)-"))
    #expect(index.warnings.count <= 12, "\(name): \(index.warnings)")
    for warning in index.warnings {
      guard case .guessedAuthors = warning.kind else {
        Issue.record("\(name): \(warning)")
        continue
      }
    }
    let odd = index.entries.first { entry in
      entry.isIssued
        && (entry.title.isEmpty || entry.authors.isEmpty || entry.date?.month == nil
          || (entry.doi != nil) != (year >= 2018))
    }
    #expect(odd == nil, "\(name)")
  }

  /// The same titles and authors in another source; runs of spaces count as one on both sides,
  /// and lists of authors are divided by commas there as here.
  @Test func agreesWithAnotherSource() throws {
    let data = try RealData()
    let index = try RFCIndex(parsing: data.unpack("index/rfc-index-2024-03-06.txt.xz"))
    let other = String(decoding: try data.unpack("index/titles-2024.tsv.xz"), as: UTF8.self)
    var compared = 0
    var titles: [Int] = []
    var authors: [Int] = []
    for line in other.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard let number = Int(fields[0]), let entry = index[number], entry.isIssued else { continue }
      compared += 1
      if normal(fields[1]) != entry.title { titles.append(number) }
      let list = entry.authors.map(\.description).joined(separator: ", ")
      if normal(fields[2]).replacing("; ", with: ", ") != list { authors.append(number) }
    }
    #expect(compared > 4_600)
    #expect(Double(compared - titles.count) >= 0.998 * Double(compared))
    #expect(Double(compared - authors.count) >= 0.99 * Double(compared))
    #expect(titles == KnownDifference.numbers(.title), "titles differ for real")
    #expect(authors == KnownDifference.numbers(.authors), "authors differ for real")
  }

  private func normal(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// Where the index of 2024-03-06 and the other source say different things.
struct KnownDifference {
  enum Field {
    case title, authors
  }

  enum Kind {
    /// The other source lost a bracket.
    case misprint
    /// The other source has a character that is not seen, or a hyphen that does not break.
    case invisibleCharacter
    /// An initial more, another first name's initial, or an accent.
    case otherSpelling
    /// One of the two has the mark of an editor or chair, or its comma.
    case otherRole
    /// The other source leaves the stop or the space behind an initial out.
    case otherPunctuation
  }

  var number: Int
  var field: Field
  var kind: Kind

  static let all = [
    KnownDifference(number: 882, field: .authors, kind: .otherSpelling),
    KnownDifference(number: 986, field: .authors, kind: .otherSpelling),
    KnownDifference(number: 1034, field: .authors, kind: .otherSpelling),
    KnownDifference(number: 1426, field: .authors, kind: .otherRole),
    KnownDifference(number: 3270, field: .authors, kind: .otherRole),
    KnownDifference(number: 4534, field: .authors, kind: .otherPunctuation),
    KnownDifference(number: 4652, field: .authors, kind: .otherPunctuation),
    KnownDifference(number: 4926, field: .authors, kind: .otherPunctuation),
    KnownDifference(number: 7960, field: .authors, kind: .otherRole),
    KnownDifference(number: 8034, field: .title, kind: .misprint),
    KnownDifference(number: 8676, field: .title, kind: .invisibleCharacter),
    KnownDifference(number: 8686, field: .title, kind: .invisibleCharacter),
    KnownDifference(number: 8724, field: .authors, kind: .otherSpelling),
    KnownDifference(number: 8900, field: .authors, kind: .otherSpelling),
    KnownDifference(number: 8922, field: .authors, kind: .otherSpelling),
    KnownDifference(number: 9268, field: .authors, kind: .otherSpelling),
  ]

  static func numbers(_ field: Field) -> [Int] {
    all.filter { $0.field == field }.map(\.number)
  }
}
