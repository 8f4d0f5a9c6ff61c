import RFCKit
import Testing

/// Abbreviations looked up by a word and by a place.
@Suite struct AbbreviationsTests {
  private static let text = """
    1.  Größe

       The Transport Layer Security (TLS) protocol, and Internet Service Providers (ISPs).
       A TLS-based proxy; über TLS, an ISP's line, and HTTLS.

    """

  private static let abbreviations = RFCAbbreviations(of: RFCDocument(Array(text.utf8)))

  @Test(
    arguments: [
      ("TLS", "Transport Layer Security"), ("(TLS)", "Transport Layer Security"),
      ("ISPs", "Internet Service Providers"), ("ISP", "Internet Service Providers"),
      ("tls", nil), ("HTTLS", nil), ("", nil), ("T", nil), ("()", nil),
    ] as [(String, String?)])
  func wordsAreLookedUp(word: String, long: String?) {
    #expect(Self.abbreviations[word]?.long == long)
  }

  @Test func allAreInTheOrderOfTheirShortForms() {
    #expect(Self.abbreviations.all.map(\.short) == ["ISP", "TLS"])
  }

  /// Against a look at each word around each place.
  @Test func placesAreThoseOfTheWords() {
    let scalars = Array(Self.text.unicodeScalars)
    var found: [Range<Int>] = []
    for place in -1...scalars.count + 1 {
      guard let use = Self.abbreviations.at(scalar: place) else { continue }
      #expect(use.range.contains(place))
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[use.range])
      #expect([use.abbreviation.short, use.abbreviation.short + "s"].contains(String(view)))
      if found.last != use.range { found.append(use.range) }
    }
    // TLS in brackets, ISPs in brackets, TLS before the hyphen, TLS, ISP before the apostrophe.
    #expect(found.count == 5)
    #expect(RFCAbbreviations(of: RFCDocument([])).at(scalar: 0) == nil)
  }
}

/// Levels and tables of requirements.
@Suite struct RequirementLevelTests {
  private static let found = RFCDocument(
    Array("1.  One\n\n   It MUST be, and MAY not. It SHOULD\n   do. OPTIONAL it is.\n".utf8)
  ).requirements()

  @Test func levelsAreThoseOfTheWords() {
    #expect(Self.found.map(\.levels) == [[.must, .may], [.should], [.may]])
    let all = Dictionary(grouping: RFCRequirement.Keyword.allCases, by: \.level)
    #expect(all[.must]?.count == 5)
    #expect(all[.should]?.count == 4)
    #expect(all[.may]?.count == 2)
  }

  @Test func aTableHasALineForEach() {
    #expect(
      Self.found.tsv == """
        section\ttitle\tkeywords\tsentence
        1\tOne\tMUST, MAY\tIt MUST be, and MAY not.
        1\tOne\tSHOULD\tIt SHOULD do.
        1\tOne\tOPTIONAL\tOPTIONAL it is.

        """)
    #expect([RFCRequirement]().tsv == "section\ttitle\tkeywords\tsentence\n")
  }
}
