import Foundation
import RFCKit
import TestSupport
import Testing

/// All authors of the index, and the references in the texts that name them.
@Suite(.needsSharedData, .needs("xz", "tar")) struct RealAuthorTests {
  private func index(_ data: RealData) throws -> RFCIndex {
    try RFCIndex(parsing: data.unpack("index/rfc-index-2026-08-21.txt.xz"))
  }

  @Test func personsAreToldFromOrganizations() throws {
    let data = try RealData()
    let entries = try index(data).entries.filter(\.isIssued)
    #expect(entries.count == 9_830)
    let authors = entries.flatMap(\.authors)
    let persons = authors.compactMap { author in author.person.map { (author, $0) } }
    #expect(authors.count == 24_240)
    #expect(persons.count == 24_127)
    #expect(persons.count { $0.1.suffix != nil } == 121)
    #expect(persons.count { !$0.1.initials.contains(".") } == 21)
    #expect(persons.count { $0.1.surname.hasPrefix("St.") } == 14)
    #expect(authors.count { $0.isEditor } == 2_111)
    #expect(persons.count { $0.0.isEditor } == 2_111)
    // Both are words without initials, which may be names of persons.
    let others = Set(authors.filter { $0.person == nil }.map(\.name))
    #expect(others.count == 43 && others.isSuperset(of: ["Mitra", "Momoka", "RFC Editor, et al."]))
    for (author, person) in persons {
      let whole = person.initials + " " + person.lastName
      let hasBlank = author.name.contains(" ")
      #expect(whole == author.name || !hasBlank || author.name.contains("("), "\(author.name)")
    }
  }

  /// The documents of today cite others as ``RFCEntry/plainCitation`` does, but for initials that
  /// their tool leaves out and a few mistakes of theirs.
  @Test func documentsCiteAsHere() throws {
    let data = try RealData()
    let index = try index(data)
    let files = try data.unpackArchive("rfc/rfc-documents.tar.xz").filter { file in
      Int(file.deletingPathExtension().lastPathComponent.dropFirst(3)).map { $0 >= 9_000 } ?? false
    }
    var cited: [Int: Set<String>] = [:]
    for file in files {
      let document = RFCDocument(Array(try Data(contentsOf: file)))
      let bytes = Array(document.text.utf8)
      for listed in document.layout().listed {
        guard let number = listed.number, listed.label == "RFC\(number)" else { continue }
        let words = String(decoding: bytes[listed.span.bytes], as: UTF8.self)
          .split(whereSeparator: \.isWhitespace).dropFirst().joined(separator: " ")
          .replacing("- ", with: "-")
        guard let quote = words.firstRange(of: ", \"") else { continue }
        cited[number, default: []].insert(String(words[..<quote.lowerBound]))
      }
    }
    let numbers = cited.keys.filter { index[$0]?.isIssued ?? false }
    let same = numbers.count { number in
      let plain = index[number]?.plainCitation ?? ""
      return cited[number]?.contains { plain.hasPrefix($0 + ", \"") } ?? false
    }
    #expect(numbers.count == 765 && same == 761)
  }
}
