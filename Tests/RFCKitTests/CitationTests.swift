import Testing

@testable import RFCKit

@Suite struct CitationTests {
  @Test func isAnEntryOfBibTeX() {
    let entry = RFCEntry(
      number: 9110, title: "HTTP & {Semantics} 100%",
      authors: [RFCAuthor(name: "R. Fielding", role: "Ed."), RFCAuthor(name: "J. Reschke")],
      date: RFCDate(year: 2022, month: 6), formats: [RFCFormat(name: "TXT")],
      doi: "10.17487/RFC9110")
    #expect(
      entry.bibTeX == """
        @misc{rfc9110,
          series = {Request for Comments},
          number = 9110,
          howpublished = {RFC 9110},
          publisher = {RFC Editor},
          doi = {10.17487/RFC9110},
          url = {https://www.rfc-editor.org/info/rfc9110},
          author = {R. Fielding and J. Reschke},
          title = {{HTTP \\& \\{Semantics\\} 100\\%}},
          year = 2022,
          month = jun,
        }

        """)
  }
}
