import HikidashiBase

/// A made-up name, always the same for one number.
struct GeneratedName {
  private(set) var text = ""

  init(number: UInt64) {
    // Neighbouring numbers must not share their beginnings.
    var random = SeededGenerator(seed: number &* 0xD6E8_FEB8_6659_FD93)
    switch random.below(3) {
    case 0: text = Self.latin(&random)
    case 1: text = Self.fullWidth(Self.latin(&random))
    default: text = Self.japanese(&random)
    }
  }

  private static let syllables = [
    "ka", "ri", "mo", "ta", "no", "ser", "vel", "an", "do", "mi", "ju", "pe", "lo", "sha", "ki",
    "tor", "en", "bu", "ga", "hi", "ya", "zen", "cle", "fo", "ru", "wi", "xa", "qui", "ne", "os",
  ]
  private static let kanji: [Character] = Array(
    "山田中村佐藤鈴木高橋伊渡辺本小林加吉松井清水斎石川前岡長谷近後坂遠青福西太三藤原和野竹内金子"
      + "上森原柴酒工横宮安河今平丸大谷新武増桜千菅市久保杉島久美子一郎次恵由紀健誠真理香織奈央智明")
  private static let halfWidthKana: [Character] = Array(
    "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ")

  /// Four to six syllables in two words, a letter in four of them large, a number behind some.
  private static func latin(_ random: inout SeededGenerator) -> String {
    var text = ""
    let count = Int(random.below(3)) + 4
    for position in 0..<count {
      var syllable = pick(syllables, &random)
      switch random.below(4) {
      case 0: syllable = syllable.uppercased()
      case 1: syllable = syllable.prefix(1).uppercased() + syllable.dropFirst()
      default: break
      }
      if position == count / 2 { text += " " }
      text += syllable
    }
    if random.below(4) == 0 { text += " \(random.below(100))" }
    return text
  }

  private static func pick<Part>(_ parts: [Part], _ random: inout SeededGenerator) -> Part {
    parts[Int(random.below(UInt64(parts.count)))]
  }

  /// The same in full-width forms, the space included.
  private static func fullWidth(_ text: String) -> String {
    var wide = ""
    for scalar in text.unicodeScalars {
      let code = scalar.value == 0x20 ? 0x3000 : scalar.value + 0xFEE0
      wide.unicodeScalars.append(Unicode.Scalar(code) ?? scalar)
    }
    return wide
  }

  /// Kanji, then kana of one kind, some of it long (ー) or voiced.
  private static func japanese(_ random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<(random.below(3) + 2) { text.append(pick(kanji, &random)) }
    let kind = random.below(3)
    for position in 0..<(random.below(5) + 5) {
      // Hiragana begin at U+3041, katakana 96 further.
      let kana = UInt32(random.below(83)) + 0x3041 + (kind == 1 ? 96 : 0)
      if kind == 2 {
        text.append(pick(halfWidthKana, &random))
        // In half width a voiced sound is a character and a mark.
        if "ｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾊﾋﾌﾍﾎ".contains(text.last ?? " "), random.below(4) == 0 {
          text.unicodeScalars.append("ﾞ")
        }
      } else if let scalar = Unicode.Scalar(kana) {
        text.unicodeScalars.append(scalar)
      }
      if position > 0, random.below(8) == 0 { text.append(kind == 2 ? "ｰ" : "ー") }
    }
    return text
  }
}
