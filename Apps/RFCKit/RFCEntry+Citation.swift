/// Where an RFC is on the web, and how others cite it.
extension RFCEntry {
  /// The page of the RFC Editor about it, in all its forms.
  public var address: String { Self.address(of: number) }

  /// The page of the RFC Editor about an RFC.
  public static func address(of number: Int) -> String {
    "https://www.rfc-editor.org/info/rfc\(number)"
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
      let names = authors.map { Self.escaped($0.name) }.joined(separator: " and ")
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
