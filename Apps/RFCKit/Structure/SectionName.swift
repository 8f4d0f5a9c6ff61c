/// How numbers and titles of sections are compared.
enum SectionName {
  /// `4.2` of `Section 4.2.`, `A.1` of `appendix a.1`; capitals and without what stands around it.
  static func number(_ text: String) -> String {
    var words = text.uppercased().split(whereSeparator: \.isWhitespace)
    let labels = [
      "SECTION", "SECTIONS", "SEC.", "SECT.", "SEC", "§", "APPENDIX", "ANNEX", "CHAPTER",
    ]
    // Appendix 1 is not section 1.
    let isAppendix = words.first == "APPENDIX" || words.first == "ANNEX"
    if words.count > 1, labels.contains(String(words[0])),
      !isAppendix || !(words[1].first?.isNumber ?? false)
    {
      words.removeFirst()
    }
    var number = words.joined(separator: " ")[...]
    if number.first == "§" { number = number.dropFirst() }
    while let last = number.last, ".:,-".contains(last) { number = number.dropLast() }
    return String(number)
  }

  /// The words of a title in small letters, letters and digits alone, with a space between them.
  static func folded(_ title: String) -> String {
    title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }
}
