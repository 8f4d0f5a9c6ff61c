import Foundation
import HikidashiBase
import RFCKit
import TestSupport
import Testing

@testable import RFCViewer

/// The commands that read one document, or how documents are related.
@Suite struct DocumentCommandTests {
  private let folder: ScratchFolder
  private var mirror: [String] { ["--mirror", folder.url.path] }

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.index, to: "rfc-index.txt")
    try folder.write(Self.old, to: "rfc7.txt")
    try folder.write(Self.new, to: "rfc9.txt")
    try folder.write(Self.errata, to: "errata.json")
  }

  private static let index = """
                                 RFC INDEX
                                 ---------

    (CREATED ON: 08/21/2026.)

                                 RFC INDEX
                                 ---------

    3 Words. B. Doe. May 1990. (Format: TXT) (Updated by RFC9) (Status: HISTORIC)

    7 Old Book. J. Doe. May 1999. (Format: TXT) (Obsoleted by RFC9) (Status:
         PROPOSED STANDARD)

    8 Not Issued.

    9 New Book. J. Doe. May 2020. (Format: TXT) (Obsoletes RFC7) (Updates
         RFC3) (Status: INTERNET STANDARD)

    """

  private static let old = """
    1.  Introduction

       The Book Protocol (BP) MUST be read.

    1.1.  Pages

       A page has an end.

    2.  Gone

       Pigeons carry it.

    """

  private static let new = """
    1.  Introduction

       The Book Protocol (BP) MUST be read aloud, see RFC 7.

    1.1.  Pages

       A page has an
       end.

    2.  References

    2.1.  Normative References

       [RFC3]  Doe, B., "Words", RFC 3.

    """

  private static let errata = """
    [{"errata_id": "5", "doc-id": "RFC9", "errata_status_code": "Verified",
      "errata_type_code": "Editorial", "section": "1.1", "orig_text": "A page has an end.",
      "correct_text": "A page has two ends.", "notes": null, "submit_date": "2021-01-01",
      "submitter_name": "A. Reader"},
     {"errata_id": "6", "doc-id": "RFC9", "errata_status_code": "Rejected", "section": "",
      "orig_text": "", "correct_text": ""}]
    """

  private func output(_ words: String...) -> String {
    let result = CommandResult(words: words + mirror)
    #expect(result.code == 0, "\(result.complaints)")
    return result.output
  }

  private func json(_ words: String...) throws -> [[String: Any]] {
    let result = CommandResult(words: words + ["--json"] + mirror)
    #expect(result.code == 0, "\(result.complaints)")
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(value as? [[String: Any]] ?? (value as? [String: Any]).map { [$0] })
  }

  @Test func printsSections() throws {
    #expect(
      output("sections", "9") == """
        1    Introduction
        1.1    Pages
        2    References
        2.1    Normative References

        """)
    #expect(try json("sections", "9").map { $0["number"] as? String } == ["1", "1.1", "2", "2.1"])
    #expect(output("show", "9", "--section", "1.1") == "1.1.  Pages\n\n   A page has an\n   end.\n")
    #expect(output("show", "9", "-s", "references").hasPrefix("2.  References\n"))
    #expect(try json("show", "9", "-s", "1.1").first?["sectionTitle"] as? String == "Pages")
    let missing = CommandResult(words: ["show", "9", "-s", "5"] + mirror)
    #expect(missing.code == 1 && missing.complaints.first?.contains("no section “5”") == true)
  }

  @Test func printsWhatIsMentioned() throws {
    #expect(
      output("refs", "9") == """
            3  normative       2  Words
            7                  1  Old Book

        """)
    #expect(try json("refs", "9").map { $0["kind"] as? String } == ["normative", nil])
    #expect(output("cited-by", "3") == "    9  normative    New Book\n")
    #expect(try json("cited-by", "7").map { $0["number"] as? Int } == [9])
    #expect(output("cited-by", "9") == "")
  }

  @Test func printsRequirementsAndAbbreviations() throws {
    #expect(
      output("requirements", "7") == """
        # RFC 7

        ## 1 Introduction

        - **MUST**: The Book Protocol (BP) MUST be read.

        """)
    #expect(
      output("requirements", "7", "--tsv") == """
        section\ttitle\tkeywords\tsentence
        1\tIntroduction\tMUST\tThe Book Protocol (BP) MUST be read.

        """)
    #expect(try json("requirements", "7").first?["keywords"] as? [String] == ["MUST"])
    #expect(output("abbreviations", "7") == "BP  Book Protocol\n")
    #expect(output("abbreviations", "7", "-t") == "short\tlong\nBP\tBook Protocol\n")
    #expect(try json("abbreviations", "7").first?["long"] as? String == "Book Protocol")
    #expect(CommandResult(words: ["requirements", "7", "--tsv", "--json"] + mirror).code == 2)
  }

  @Test func printsLineage() throws {
    #expect(
      output("lineage", "9") == """
        RFC 9  New Book (2020)
        └─ before
           ├─ obsoletes RFC 7  Old Book (1999)
           └─ updates RFC 3  Words (1990)

        """)
    let branches = try json("lineage", "7").first?["later"] as? [[String: Any]]
    #expect(branches?.first?["relation"] as? String == "obsoletedBy")
    #expect(CommandResult(words: ["lineage", "8"] + mirror).code == 1)
    #expect(CommandResult(words: ["lineage", "77"] + mirror).code == 1)
  }

  @Test func printsErrata() throws {
    #expect(
      output("errata", "9") == """
        Erratum 5: Verified, Editorial, 2021-01-01, A. Reader
          In section 1.1 Pages
          It says:
            A page has an end.
          It should say:
            A page has two ends.
          https://www.rfc-editor.org/errata/eid5


        """)
    #expect(try json("errata", "9", "--all").map { $0["id"] as? Int } == [5, 6])
    let first = try #require(try json("errata", "9").first)
    let span = try #require(first["start"] as? Int)..<(first["end"] as? Int ?? 0)
    var view = String.UnicodeScalarView()
    view.append(contentsOf: Array(Self.new.unicodeScalars)[span])
    #expect(String(view) == "A page has an\n   end.")
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("errata.json"))
    let none = CommandResult(words: ["errata", "9"] + mirror)
    #expect(none.code == 1 && none.complaints.first?.contains("rfcviewer sync") == true)
  }

  @Test func printsTheDifference() throws {
    #expect(
      output("diff", "7", "9") == """
        --- RFC 7
        +++ RFC 9

        @@ 1 Introduction @@

        - The Book Protocol (BP) MUST be read.
        + The Book Protocol (BP) MUST be read aloud, see RFC 7.

        @@ 2 Gone → /dev/null @@

        -   Pigeons carry it.

        @@ /dev/null → 2 References @@

        @@ /dev/null → 2.1 Normative References @@

        +   [RFC3]  Doe, B., "Words", RFC 3.

        """)
    let colored = CommandResult(words: ["diff", "7", "9"] + mirror, isTerminal: true).output
    #expect(colored.contains("\u{1B}[32maloud,\u{1B}[0m") && !colored.contains("32mBook"))
    #expect(output("diff", "9", "9") == "--- RFC 9\n+++ RFC 9\n")
    #expect(try json("diff", "7", "9").count == 5)
    for words in [["diff"], ["diff", "7"], ["diff", "7", "9", "3"], ["diff", "7", "x"]] {
      #expect(CommandResult(words: words + mirror).code == 2, "\(words)")
    }
  }

  @Test func printsCitations() throws {
    #expect(
      output("cite", "9")
        == "Doe, J., \"New Book\", RFC 9, May 2020, <https://www.rfc-editor.org/info/rfc9>.\n")
    #expect(output("cite", "9", "--bibtex").hasPrefix("@misc{rfc9,\n"))
    #expect(output("cite", "9", "-x").hasPrefix("<reference anchor=\"RFC9\""))
    #expect(try json("cite", "9").first?.keys.sorted() == ["bibtex", "plain", "xml"])
    #expect(CommandResult(words: ["cite", "9", "-x", "-b"] + mirror).code == 2)
  }

  @Test func printsGapsAndChanges() throws {
    #expect(output("gaps") == "Never issued: 8\nNot published: 1-2, 4-6\n")
    #expect(try json("gaps").first?["notPublished"] as? [Int] == [1, 2, 4, 5, 6])
    let older = Self.index.replacing("(Obsoleted by RFC9) ", with: "")
      .replacing("9 New Book", with: "6 New Book").replacing("HISTORIC", with: "UNKNOWN")
    try folder.write(older, to: "older.txt")
    let path = folder.url.path + "/older.txt"
    #expect(
      output("changes", "--from", path) == """
        Published:
              9  New Book
        Obsoleted:
              7  Old Book  (by RFC 9)
        Status changed:
              3  Words  (Unknown status → Historic)

        """)
    #expect(output("changes", "--from", path, "--to", path) == "")
    #expect(try json("changes", "--from", path).first?["published"] as? [Int] == [9])
    #expect(CommandResult(words: ["changes"] + mirror).code == 2)
    #expect(CommandResult(words: ["changes", "--from", "/none"] + mirror).code == 1)
  }

  @Test func listsWhatIsChosen() {
    #expect(output("list", "--status", "historic") == "    3  1990-05     Words\n")
    #expect(output("list", "--since", "1999", "--sort", "title", "-n", "1").contains("New Book"))
    #expect(output("list", "--author", "b. d", "--until", "1990-05").contains("Words"))
    for words in [
      ["--status", "odd"], ["--since", "x"], ["--until", "1"], ["--sort", "x"], ["--limit", "0"],
    ] {
      let result = CommandResult(words: ["list"] + words + mirror)
      #expect(result.code == 2 && result.complaints.first?.contains("“\(words[1])”") == true)
    }
  }

  @Test func everyCommandHelpsAndHasJSON() {
    for name in [
      "sections", "refs", "requirements", "abbreviations", "errata", "diff", "cited-by", "lineage",
      "cite", "gaps", "changes",
    ] {
      let help = CommandResult("help", name)
      #expect(help.code == 0 && help.output.contains("--json"), "\(name)")
      #expect(CommandResult("help").output.contains("  " + name), "\(name)")
    }
  }
}
