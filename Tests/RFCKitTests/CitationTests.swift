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

extension CitationTests {
  private var entry: RFCEntry {
    RFCEntry(
      number: 9110, title: "HTTP & <Semantics>",
      authors: [
        RFCAuthor(name: "R. Fielding", role: "Ed."), RFCAuthor(name: "W3C"),
        RFCAuthor(name: "J. A. Reschke"),
      ], date: RFCDate(year: 2022, month: 6),
      also: [DocumentReference(series: "STD", number: 97)], doi: "10.17487/RFC9110")
  }

  @Test func isALineOfAListOfReferences() {
    #expect(
      entry.plainCitation == """
        Fielding, R., Ed., W3C, and J. A. Reschke, "HTTP & <Semantics>", STD 97, RFC 9110, \
        DOI 10.17487/RFC9110, June 2022, <https://www.rfc-editor.org/info/rfc9110>.
        """)
    #expect(
      RFCEntry(number: 1, title: "x").plainCitation
        == "\"x\", RFC 1, <https://www.rfc-editor.org/info/rfc1>.")
  }

  @Test func isAReferenceOfXML2RFC() {
    #expect(
      entry.xmlCitation == """
        <reference anchor="RFC9110" target="https://www.rfc-editor.org/info/rfc9110">
          <front>
            <title>HTTP &amp; &lt;Semantics&gt;</title>
            <author fullname="R. Fielding" initials="R." surname="Fielding" role="editor"/>
            <author><organization>W3C</organization></author>
            <author fullname="J. A. Reschke" initials="J. A." surname="Reschke"/>
            <date month="June" year="2022"/>
          </front>
          <seriesInfo name="STD" value="97"/>
          <seriesInfo name="RFC" value="9110"/>
          <seriesInfo name="DOI" value="10.17487/RFC9110"/>
        </reference>

        """)
  }
}
