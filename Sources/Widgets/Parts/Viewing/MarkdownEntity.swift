/// The entities of HTML that people write in Markdown.
enum MarkdownEntity {
  /// The text that `&name;` or `&#number;` stands for; what is not known stays as it is.
  static func text(of entity: String) -> String {
    guard entity.hasPrefix("&"), entity.hasSuffix(";") else { return entity }
    let name = entity.dropFirst().dropLast()
    if name.hasPrefix("#") { return scalar(name.dropFirst()) ?? entity }
    return names[String(name)] ?? entity
  }

  private static func scalar(_ digits: Substring) -> String? {
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, number != 0, let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
    return String(scalar)
  }

  private static let names = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "copy": "©", "reg": "®", "trade": "™", "mdash": "—", "ndash": "–", "hellip": "…",
    "laquo": "«", "raquo": "»", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    "bull": "•", "middot": "·", "times": "×", "divide": "÷", "plusmn": "±", "deg": "°",
    "larr": "←", "rarr": "→", "uarr": "↑", "darr": "↓", "euro": "€", "pound": "£", "yen": "¥",
    "sect": "§", "para": "¶", "szlig": "ß", "auml": "ä", "ouml": "ö", "uuml": "ü",
    "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "eacute": "é", "egrave": "è",
  ]
}
