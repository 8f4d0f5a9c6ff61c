import HikidashiRecords
import RFCKit
import TestSupport
import Testing

@Suite struct SearchTests {
  private static func entry(
    _ number: Int, _ title: String, by authors: [String] = ["A. Author"], in year: Int = 2000,
    _ status: RFCStatus = .proposedStandard, obsoletedBy: [Int] = [], also: [String] = []
  ) -> RFCEntry {
    RFCEntry(
      number: number, title: title, authors: authors.map { RFCAuthor(name: $0) },
      date: RFCDate(year: year), obsoletedBy: obsoletedBy.map { DocumentReference(number: $0) },
      also: also.map { DocumentReference(series: $0, number: 7) }, status: status)
  }

  private static let entries = [
    entry(79, "TCP Wave", in: 1972, .historic),
    entry(
      793, "Transmission Control Protocol", by: ["J. Postel"], in: 1981, .standard,
      obsoletedBy: [9293]),
    entry(
      1122, "Requirements for Internet Hosts", by: ["R. Braden"], in: 1989,
      .internetStandard, also: ["STD"]),
    entry(2018, "Selective Acknowledgment Options", by: ["M. Mathis", "J. Mahdavi"], in: 1996),
    RFCEntry(number: 2019, isIssued: false, title: "Not Issued"),
    entry(7323, "Extensions for High Performance over TCP (TCP) Links", in: 2014),
    entry(9000, "QUIC", by: ["J. Iyengar", "M. Thomson"], in: 2021),
    entry(
      9293, "Transmission Control Protocol (TCP)", by: ["W. Eddy"], in: 2022,
      .internetStandard, also: ["STD"]),
    entry(9999, "Notes on Windows", in: 2023, .informational),
  ]

  private static let details = [
    793: RFCDetails(stream: "Legacy"),
    2018: RFCDetails(
      stream: "IETF", area: "tsv", workingGroup: "tcplw", keywords: ["SACK", "TCP"],
      abstract: "TCP may experience poor performance when multiple packets are lost."),
    9000: RFCDetails(
      stream: "IETF", area: "wit", workingGroup: "quic", keywords: ["transport"],
      abstract: "This document defines the core of the QUIC transport protocol."),
  ]

  private let search = RFCSearch(
    entries, details: details, marks: RFCMarks(here: [79, 9000], read: [9000], bookmarked: [1122]))

  private func numbers(_ query: String) -> [Int] {
    let found = search.found(query)
    #expect(found.complaint == nil, "\(query)")
    return found.matches.map { Self.entries[$0.position].number }
  }

  @Test(arguments: [
    ("wg:quic", true), ("tcp stream:ietf", true), ("area:rtg OR year:1990", true),
    ("keyword:dns", true), ("year:1990", false), ("quic", false), ("status:standard", false),
  ])
  func tellsWhatIsMissing(_ text: String, _ isMissing: Bool) {
    #expect(RFCSearch(Self.entries).found(text).lacksDetails == isMissing)
    #expect(!RFCSearch(Self.entries, details: Self.details).found(text).lacksDetails)
  }

  @Test(
    arguments: [
      ("tcp", [9293, 79, 7323, 2018]), ("transmission control protocol", [9293, 793]),
      ("quic", [9000]), ("sack", [2018]), ("poor performance", [2018]),
      ("performance", [7323, 2018]), ("postel", [793]), ("793", [793]), ("rfc:793", [793]),
      ("RFC 0793", [793]), ("9", [9000, 9293, 9999]), ("79", [79, 793]), ("not issued", [2019]),
      ("wind", [9999]), ("ind", [9999]), ("\"control protocol\"", [9293, 793]),
      ("\"protocol control\"", []), ("protocol control", [9293, 793]), ("zzz", []),
    ])
  func bestMatchesComeFirst(query: String, wanted: [Int]) {
    // What ranks alike is in an order of its own.
    #expect(
      query == "9" ? numbers(query).sorted() == wanted : numbers(query) == wanted,
      "\(numbers(query))")
  }

  @Test(
    arguments: [
      ("status:standard", [793, 1122, 2018, 7323, 9000, 9293]),
      ("status:\"internet standard\"", [1122, 9293]),
      ("year:2020..", [9000, 9293, 9999]), ("1972..1981", [79, 793]), ("year:1989", [1122]),
      ("obsolete:no", [79, 1122, 2018, 7323, 9000, 9293, 9999]), ("is:obsolete", [793]),
      ("stream:ietf", [2018, 9000]), ("wg:quic", [9000]), ("area:tsv", [2018]),
      ("author:postel", [793]), ("keyword:sack", [2018]), ("series:std", [1122, 9293]),
      ("series:STD7", [1122, 9293]), ("is:here", [79, 9000]), ("is:read", [9000]),
      ("is:bookmarked", [1122]), ("-is:read year:2022..", [9293, 9999]),
      ("wg:none is:here", [79]), ("wg:quic OR is:bookmarked", [1122, 9000]),
      ("title:tcp", [79, 7323, 9293]),
    ])
  func filtersStandAlone(query: String, wanted: [Int]) {
    let found = search.found(query)
    #expect(found.complaint == nil)
    #expect(!found.hasWords && found.isAllowed != nil && found.matches.isEmpty)
    let isFound = found.isFound ?? []
    #expect(isFound.indices.filter { isFound[$0] }.map { Self.entries[$0].number } == wanted)
  }

  @Test func filtersStandBesideWords() {
    #expect(numbers("tcp year:2000..") == [9293, 7323])
    #expect(numbers("tcp -wave obsolete:no") == [9293, 7323, 2018])
    let found = search.found("\"poor performance\" wg:tcplw -wave")
    #expect(found.text == "\"poor performance\" -wave" && found.isAllowed != nil)
    #expect(found.words == ["poor performance"])
  }

  @Test func eachMatchSaysWhereItIs() {
    func places(_ query: String) -> RFCMatch.Places? { search.found(query).matches.first?.places }
    #expect(places("quic") == .title)
    #expect(places("thomson") == .author)
    #expect(places("sack") == .keyword)
    #expect(places("defines core") == .abstract)
    #expect(places("iyengar quic") == [.author, .title])
    #expect(places("793") == .wholeNumber)
    #expect(places("929") == .number)
  }

  @Test func whatCannotBeUnderstoodIsTakenAsWordsAndTold() throws {
    let found = search.found("stauts:standard")
    #expect(found.complaint?.suggestions == ["status"])
    #expect(found.hasWords && found.matches.isEmpty)
    #expect(search.found("tcp )").complaint != nil)
    // What is still being typed is no mistake.
    #expect(numbers("\"control proto") == [9293, 793])
    let unfinished = search.found("tcp year:1972.. status:")
    #expect(unfinished.complaint != nil)
    #expect(unfinished.matches == search.found("tcp year:1972..").matches)
    #expect(search.found("status:").complaint != nil && search.found("status:").isFound == nil)
    #expect(search.found(String(repeating: "OR ", count: 100_000)).complaint != nil)
    #expect(throws: QuerySyntaxError.self) { try search.found(checking: "year:soon") }
    #expect(search.found("").isFound == nil && search.found(" ").isFound == nil)
  }

  @Test func marksAreTakenAsTheyChange() {
    var search = search
    search.mark(RFCMarks(here: [79], read: [9293, 4], bookmarked: []))
    func numbers(_ query: String) -> [Int] {
      let isFound = search.found(query).isFound ?? []
      return isFound.indices.filter { isFound[$0] }.map { Self.entries[$0].number }
    }
    #expect(numbers("is:here") == [79])
    #expect(numbers("is:read") == [9293])
    #expect(numbers("is:bookmarked") == [])
    #expect(numbers("here:no").count == 7)
  }

  /// The order never leaves one out, nor adds one.
  @Test func whatIsRankedIsWhatMatches() {
    var random = seededGenerator()
    let seed = random.seed
    let words = [
      "tcp", "t", "control", "rfc 7", "9", "(tcp)", "a", "protocol", "\"", "internet hosts",
    ]
    let filter = RFCFilter(Self.entries, details: Self.details)
    for _ in 0..<200 {
      let query = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }.joined(separator: " ")
      #expect(
        filter.ranked(query).map(\.position).sorted() == filter.positions(query),
        "seed \(seed): \(query)")
    }
  }
}
