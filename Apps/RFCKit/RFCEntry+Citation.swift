/// Where an RFC is on the web, and how others cite it.
extension RFCEntry {
  /// The page of the RFC Editor about it, in all its forms.
  public var address: String { Self.address(of: number) }

  /// The page of the RFC Editor about an RFC.
  public static func address(of number: Int) -> String {
    "https://www.rfc-editor.org/info/rfc\(number)"
  }

  /// A section of an RFC in its form for the web, by its number: `4.2`, `Appendix A`.
  public static func address(of number: Int, section: String) -> String {
    let name = section.replacing("Appendix ", with: "").lowercased()
    let kind = name.first?.isLetter ?? false ? "appendix" : "section"
    return "https://www.rfc-editor.org/rfc/rfc\(number).html#\(kind)-\(name)"
  }

  /// The page of the RFC Editor about a document of another series, such as `BCP 14`.
  public static func address(of reference: DocumentReference) -> String {
    "https://www.rfc-editor.org/info/\(reference.series.lowercased())\(reference.number)"
  }

  /// An entry for a BibTeX file, as those at the RFC Editor are.
  public var bibTeX: String {
    var fields = [
      ("series", "{Request for Comments}"), ("number", String(number)),
      ("howpublished", "{RFC \(number)}"), ("publisher", "{RFC Editor}"),
    ]
    if let doi { fields.append(("doi", "{\(doi)}")) }
    fields.append(("url", "{\(address)}"))
    if !authors.isEmpty {
      let names = authors.map(Self.inBibTeX).joined(separator: " and ")
      fields.append(("author", "{\(names)}"))
    }
    // The braces within keep its capitals.
    fields.append(("title", "{{\(Self.escaped(title))}}"))
    if let date {
      fields.append(("year", String(date.year)))
      if let month = date.month, (1...12).contains(month) {
        fields.append(("month", Self.months[month - 1]))
      }
    }
    let lines = fields.map { "  \($0.0) = \($0.1),\n" }.joined()
    return "@misc{rfc\(number),\n\(lines)}\n"
  }

  /// A line for a list of references, as RFCs have it.
  ///
  /// - Source: RFC 7322, section 4.8.6.
  public var plainCitation: String {
    let names = authors.enumerated().map { place, author in
      // All but the last of several begin with the surname.
      let isTurned = place == 0 || place < authors.count - 1
      let person = isTurned ? author.person : nil
      let name = person.map { $0.lastName + ", " + $0.initials } ?? author.name
      return name + (author.role.map { ", " + $0 } ?? "")
    }
    var parts = names.isEmpty ? [] : [Self.listed(names)]
    parts.append("\"\(title)\"")
    parts += also.map(\.description)
    parts.append("RFC \(number)")
    if let doi { parts.append("DOI \(doi)") }
    if let date {
      let month = date.month.flatMap { 1...12 ~= $0 ? Self.monthNames[$0 - 1] + " " : nil } ?? ""
      parts.append(month + String(date.year))
    }
    return parts.joined(separator: ", ") + ", <\(address)>."
  }

  /// `A`, `A and B`, `A, B, and C`.
  private static func listed(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.joined() }
    let others = names.dropLast().joined(separator: ", ")
    if last == "et al." { return others + ", " + last }
    return others + (names.count > 2 ? ", and " : " and ") + last
  }

  /// A reference for a document in the vocabulary of xml2rfc.
  ///
  /// - Source: RFC 7991, section 2.40.
  public var xmlCitation: String {
    var lines = [
      #"<reference anchor="RFC\#(number)" target="\#(address)">"#, "  <front>",
      "    <title>\(Self.inXML(title))</title>",
    ]
    for author in authors {
      let role = author.isEditor ? #" role="editor""# : ""
      let name = Self.inXML(author.name)
      if let person = author.person {
        lines.append(
          #"    <author fullname="\#(name)" initials="\#(Self.inXML(person.initials))""#
            + #" surname="\#(Self.inXML(person.lastName))"\#(role)/>"#)
      } else {
        lines.append("    <author\(role)><organization>\(name)</organization></author>")
      }
    }
    if let date {
      let month = date.month.flatMap { 1...12 ~= $0 ? Self.monthNames[$0 - 1] : nil }
      lines.append(
        "    <date" + (month.map { #" month="\#($0)""# } ?? "") + #" year="\#(date.year)"/>"#)
    }
    lines.append("  </front>")
    for document in also + [DocumentReference(number: number)] {
      lines.append(#"  <seriesInfo name="\#(document.series)" value="\#(document.number)"/>"#)
    }
    if let doi { lines.append(#"  <seriesInfo name="DOI" value="\#(Self.inXML(doi))"/>"#) }
    return lines.joined(separator: "\n") + "\n</reference>\n"
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static func inXML(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }

  /// An author as BibTeX has to read it: `R. Fielding`, `De Sample, K.`, `Doe, III, J.`, `{IAB}`.
  ///
  /// - Source: O. Patashnik, BibTeXing, 1988, section 4.
  private static func inBibTeX(_ author: RFCAuthor) -> String {
    if author.name == "et al." { return "others" }
    guard let person = author.person else { return "{\(escaped(author.name))}" }
    let words = person.surname.split(separator: " ")
    // "And" would part two authors, and of small words within a surname the first part would be lost.
    let isKept =
      words.contains { $0.lowercased() == "and" }
      || words.first?.first?.isUppercase ?? false
        && words.dropFirst().contains { $0.first?.isLowercase ?? false }
    let surname = isKept ? "{\(escaped(person.surname))}" : escaped(person.surname)
    let initials = escaped(person.initials)
    if let suffix = person.suffix { return "\(surname), \(escaped(suffix)), \(initials)" }
    return words.count == 1 ? "\(initials) \(surname)" : "\(surname), \(initials)"
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// A text in which what means something to TeX stands for itself.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&", "%", "$", "#", "_", "{", "}": result += "\\\(character)"
      case "\\": result += "\\textbackslash{}"
      case "~": result += "\\textasciitilde{}"
      case "^": result += "\\textasciicircum{}"
      default: result.append(character)
      }
    }
  }
}
