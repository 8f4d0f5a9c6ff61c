import RFCKit
import Testing

/// Titles and authors as they stand in indexes of all years.
@Suite struct TitleDivisionTests {
  struct Case: CustomTestStringConvertible {
    var text: String
    var title: String
    var authors: String
    var testDescription: String { text }

    init(_ text: String, _ title: String, _ authors: String) {
      self.text = text
      self.title = title
      self.authors = authors
    }
  }

  static let cases = [
    Case("Host Software. S. Crocker.", "Host Software", "S. Crocker"),
    Case(
      "X.400 Use of Extended Character Sets. H. Alvestrand.",
      "X.400 Use of Extended Character Sets", "H. Alvestrand"),
    Case(
      "Conversations with S. Crocker (UCLA). E. Meyer.", "Conversations with S. Crocker (UCLA)",
      "E. Meyer"),
    Case(
      "LDAPv2 Client vs. the Index Mesh. R. Hedberg.", "LDAPv2 Client vs. the Index Mesh",
      "R. Hedberg"),
    Case(
      "What is the Internet, Anyway?. J. Quarterman, S. Carl-Mitchell.",
      "What is the Internet, Anyway?", "J. Quarterman|S. Carl-Mitchell"),
    Case(
      "Path Computation. JP. Vasseur, Ed., JL. Le Roux, Ed..", "Path Computation",
      "JP. Vasseur, Ed.|JL. Le Roux, Ed."),
    Case(
      "Zero. S P. Romano, J-F. Mule, Y(J). Stein, RJ Atkinson.", "Zero",
      "S P. Romano|J-F. Mule|Y(J). Stein|RJ Atkinson"),
    Case("ONE. M. Boucadair, T. Reddy.K, D. Wing.", "ONE", "M. Boucadair|T. Reddy.K|D. Wing"),
    Case(
      "Who. G. Huizer, M. St. Johns, Jr., J. Doe, III.", "Who",
      "G. Huizer|M. St. Johns, Jr.|J. Doe, III"),
    Case(
      "MIME. J. Klensin, WG Chair, N. Freed, Ed.", "MIME",
      "J. Klensin, WG Chair|N. Freed, Ed."),
    Case("Roles. J. Doe, Ed., WG Chair.", "Roles", "J. Doe, Ed., WG Chair"),
    Case(
      "Mtrace. H. Asaeda, K. Meyer, W. Lee. Ed..", "Mtrace",
      "H. Asaeda|K. Meyer|W. Lee, Ed."),
    Case(
      "Proactive. G. Swallow, Ed., J. Drake Ed..", "Proactive",
      "G. Swallow, Ed.|J. Drake, Ed."),
    Case("Using TSO at CCN. R.. Braden.", "Using TSO at CCN", "R. Braden"),
    Case("Parameters. D. Eastlake 3rd..", "Parameters", "D. Eastlake 3rd"),
    Case(
      "Event MIB. R. Kavasseri (Ed. of this version).", "Event MIB",
      "R. Kavasseri (Ed. of this version)"),
    Case("NTP. David L. Mills.", "NTP", "David L. Mills"),
    Case("IPv6 Address Allocation. IAB, IESG.", "IPv6 Address Allocation", "IAB|IESG"),
    Case(
      "A Tangled Web: Issues of I18N. IAB, L. Daigle, ed..", "A Tangled Web: Issues of I18N",
      "IAB|L. Daigle, ed."),
    Case("30 Years of RFCs. RFC Editor, et al..", "30 Years of RFCs", "RFC Editor, et al."),
    Case(
      "RFC brief list. Network Information Center. Stanford Research Institute.",
      "RFC brief list", "Network Information Center. Stanford Research Institute"),
    Case(
      "NFS V.4 Protocols. The Internet Society, Sun Microsystems, Inc..",
      "NFS V.4 Protocols", "The Internet Society|Sun Microsystems|Inc."),
    Case("Names. É. Vyncke, Ø. Søvik.", "Names", "É. Vyncke|Ø. Søvik"),
    Case("A. b, of c. d", "A. b, of c", "d"),
    Case("No authors at all.", "No authors at all", ""),
  ]

  @Test(arguments: cases)
  func divides(_ division: Case) throws {
    let (entry, _) = try IndexSamples.entry(division.text + " May 1999. (Status: UNKNOWN)")
    #expect(entry.title == division.title)
    #expect(entry.authors.map(\.description).joined(separator: "|") == division.authors)
  }

  @Test func tellsEditorsFromAuthors() throws {
    let (entry, _) = try IndexSamples.entry(
      "Path. J. Doe, Ed., R. Roe, WG Chair, P. Poe. May 1999. (Status: UNKNOWN)")
    #expect(entry.authors.map(\.isEditor) == [true, false, false])
    #expect(entry.authors.map(\.name) == ["J. Doe", "R. Roe", "P. Poe"])
  }
}
