import RFCKit
import TestSupport
import Testing

/// How names of authors are divided, as the citations show it.
@Suite struct AuthorNameTests {
  private func entry(_ names: [RFCAuthor]) -> RFCEntry {
    RFCEntry(number: 7, title: "t", authors: names)
  }

  /// The attributes of the only author in the vocabulary of xml2rfc.
  private func xml(_ name: String, role: String? = nil) -> String {
    let lines = entry([RFCAuthor(name: name, role: role)]).xmlCitation.split(separator: "\n")
    let line = lines.first { $0.contains("<author") }.map(String.init) ?? ""
    guard let start = line.firstRange(of: " initials=") else { return line }
    return String(line[start.upperBound...].dropLast(2))
  }

  private func bibTeX(_ names: [String]) -> String {
    let lines = entry(names.map { RFCAuthor(name: $0) }).bibTeX.split(separator: "\n")
    let line = lines.first { $0.contains("author = ") } ?? ""
    return String(line.dropFirst("  author = {".count).dropLast(2))
  }

  @Test(
    arguments: [
      ("K. De Sample", #""K." surname="De Sample""#),
      ("B. van der Test", #""B." surname="van der Test""#),
      ("J.-L. Le Rouge", #""J.-L." surname="Le Rouge""#),
      ("J. Doe III", #""J." surname="Doe III""#),
      ("D. Westlake 3rd", #""D." surname="Westlake 3rd""#),
      ("E. Bird, III", #""E." surname="Bird, III""#),
      ("T. Murph Jr.", #""T." surname="Murph Jr.""#),
      ("RK Atkin", #""RK" surname="Atkin""#),
      ("Q Miss", #""Q" surname="Miss""#),
      ("Y(K) Stone", #""Y(K)" surname="Stone""#),
      ("S P. Roman", #""S P." surname="Roman""#),
      ("P. St. James", #""P." surname="St. James""#),
      ("P. St.James", #""P." surname="St.James""#),
      ("A. Example Perez", #""A." surname="Example Perez""#),
      ("O. Garcia de Arco", #""O." surname="Garcia de Arco""#),
      ("Ž. da Šilva", #""Ž." surname="da Šilva""#),
      ("R. Kasse (Ed. of this version)", #""R." surname="Kasse""#),
    ])
  func personsHaveInitialsAndSurname(name: String, found: String) {
    #expect(xml(name) == found)
  }

  @Test(
    arguments: [
      ("M-N. Hammer", #""M-N." surname="Hammer""#), ("Y(K). Stone", #""Y(K)." surname="Stone""#),
      ("WXH. Chan", #""WXH." surname="Chan""#), ("S.D. Rock", #""S.D." surname="Rock""#),
      ("Network Team", "    <author><organization>Network Team</organization></author>"),
      ("IAB", "    <author><organization>IAB</organization></author>"),
      ("IT Staff", "    <author><organization>IT Staff</organization></author>"),
      (
        "U.S. Office of Rules",
        "    <author><organization>U.S. Office of Rules</organization></author>"
      ),
    ])
  func othersStayAsTheyWere(name: String, found: String) {
    #expect(xml(name) == found)
  }

  @Test(arguments: ["Ed.", "Eds.", "ed.", "Editor", "WG Chair, Ed."])
  func editorsKeepTheirRole(role: String) {
    #expect(xml("B. van der Test", role: role).hasSuffix(#"surname="van der Test" role="editor""#))
  }

  @Test(
    arguments: [
      (["J. Doe", "RJ Roe"], "J. Doe and RJ Roe"),
      (["K. De Sample", "J. Doe"], "De Sample, K. and J. Doe"),
      (["B. van der Test"], "van der Test, B."),
      (["O. Garcia de Arco"], "{Garcia de Arco}, O."),
      (["J. Doe III"], "Doe, III, J."), (["E. Bird, III"], "Bird, III, E."),
      (["K. De Sample Jr."], "De Sample, Jr., K."), (["J. And"], "J. {And}"),
      (["IAB"], "{IAB}"), (["IAB and IESG", "J. Doe"], "{IAB and IESG} and J. Doe"),
      (["RFC Editor, et al."], "{RFC Editor, et al.}"),
      (["J. Doe", "et al."], "J. Doe and others"),
      (["Bell, Book & Candle Inc."], "{Bell, Book \\& Candle Inc.}"),
    ])
  func bibTeXReadsNamesAsTheyAreMeant(names: [String], found: String) {
    #expect(bibTeX(names) == found)
  }

  @Test(
    arguments: [
      ([("K. De Sample", nil)], "De Sample, K., "),
      ([("J. Doe", nil), ("R. Roe", nil)], "Doe, J. and R. Roe, "),
      ([("J. Doe", "Ed."), ("R. Roe", "Ed.")], "Doe, J., Ed. and R. Roe, Ed., "),
      (
        [("K. De Sample", nil), ("B. van der Test", "Ed."), ("G. White", nil)],
        "De Sample, K., van der Test, B., Ed., and G. White, "
      ),
      ([("D. Westlake 3rd", nil), ("J. Doe III", nil)], "Westlake 3rd, D. and J. Doe III, "),
      ([("E. Bird, III", nil), ("IAB", nil)], "Bird, III, E. and IAB, "),
      ([("RFC Editor, et al.", nil)], "RFC Editor, et al., "),
      ([("J. Doe", nil), ("et al.", nil)], "Doe, J., et al., "),
      ([("P. St. James", nil)], "St. James, P., "), ([("RK Atkin", nil)], "Atkin, RK, "),
    ] as [([(String, String?)], String)])
  func linesOfReferencesBeginWithSurnames(names: [(String, String?)], found: String) {
    let plain = entry(names.map { RFCAuthor(name: $0.0, role: $0.1) }).plainCitation
    #expect(plain == found + "\"t\", RFC 7, <https://www.rfc-editor.org/info/rfc7>.")
  }

  /// The list of authors in an index, with what its parts are.
  @Test(
    arguments: [
      ("RFC Editor, et al.", ["RFC Editor, et al."]), ("J. Doe, et al", ["J. Doe", "et al."]),
      ("D. Westlake, 3rd, J. Doe", ["D. Westlake, 3rd", "J. Doe"]),
      ("J. Doe and R. Roe, IAB", ["J. Doe", "R. Roe", "IAB"]),
      ("IAB and IESG", ["IAB and IESG"]),
    ])
  func listsAreDividedIntoAuthors(list: String, names: [String]) throws {
    let text = """
      RFC INDEX
      ---------

      0007 A Sample. \(list). May 2001. (Format: TXT=1 bytes) (Status: UNKNOWN)
      """
    let index = try RFCIndex(parsing: Array(text.utf8))
    #expect(index[7]?.authors.map(\.name) == names)
  }

  @Test func sectionsOfAuthorsStandInTheOrderOfSurnames() {
    let names = ["P. St. James", "RK Atkin", "IAB", "D. Westlake 3rd"]
    let sections = RFCGrouping.author.sections(of: [entry(names.map { RFCAuthor(name: $0) })])
    let order = sections.map { section in
      if case .author(let name?) = section.key { name } else { "-" }
    }
    #expect(order == ["RK Atkin", "IAB", "P. St. James", "D. Westlake 3rd"])
  }
}
