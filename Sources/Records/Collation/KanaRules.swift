/// Rules that tell katakana from hiragana where all else is equal.
///
/// In the root order the two differ at the third level only, which is ignored. Put behind a
/// locale's own rules, these move katakana to the second level, right after its hiragana; small
/// letters, half width and the circled forms stay as equal to it as they were. A long vowel sign
/// (ー) after katakana stays equal to the katakana vowel that it stands for.
///
/// - Source: the syntax is that of CLDR (Unicode Technical Standard #35, part 5, "Collation Tailorings").
enum KanaRules {
  static let text: String = syllables.map { $0.rule }.joined(separator: "\n")

  /// One kana and all katakana that is equal to it.
  private struct Syllable {
    let hiragana: String
    let katakana: [String]

    var rule: String {
      guard let first = katakana.first else { return "" }
      return "&\(hiragana)<<\(first)" + katakana.dropFirst().map { "<<<\($0)" }.joined()
    }
  }

  private static var syllables: [Syllable] {
    rows.flatMap { row -> [Syllable] in
      zip(row.hiragana, row.katakana).map { hiragana, katakana in
        var forms = [String(katakana)] + (variants[katakana] ?? "").map(String.init)
        if let vowel = vowels.firstIndex(of: katakana) {
          forms += lengthened(row: vowel)
        }
        return Syllable(hiragana: String(hiragana), katakana: forms)
      }
    }
  }

  private static let rows: [(hiragana: String, katakana: String)] = [
    ("あいうえお", "アイウエオ"), ("かきくけこ", "カキクケコ"), ("さしすせそ", "サシスセソ"),
    ("たちつてと", "タチツテト"), ("なにぬねの", "ナニヌネノ"), ("はひふへほ", "ハヒフヘホ"),
    ("まみむめも", "マミムメモ"), ("やゆよ", "ヤユヨ"), ("らりるれろ", "ラリルレロ"),
    ("わゐゑをん", "ワヰヱヲン"),
  ]

  private static let vowels: [Character] = ["ア", "イ", "ウ", "エ", "オ"]

  /// Half width, small and circled forms.
  private static let variants: [Character: String] = [
    "ア": "ｱァｧ㋐", "イ": "ｲィｨ㋑", "ウ": "ｳゥｩ㋒", "エ": "ｴェｪ㋓", "オ": "ｵォｫ㋔",
    "カ": "ｶヵ㋕", "キ": "ｷ㋖", "ク": "ｸㇰ㋗", "ケ": "ｹヶ㋘", "コ": "ｺ㋙",
    "サ": "ｻ㋚", "シ": "ｼㇱ㋛", "ス": "ｽㇲ㋜", "セ": "ｾ㋝", "ソ": "ｿ㋞",
    "タ": "ﾀ㋟", "チ": "ﾁ㋠", "ツ": "ﾂッｯ㋡", "テ": "ﾃ㋢", "ト": "ﾄㇳ㋣",
    "ナ": "ﾅ㋤", "ニ": "ﾆ㋥", "ヌ": "ﾇㇴ㋦", "ネ": "ﾈ㋧", "ノ": "ﾉ㋨",
    "ハ": "ﾊㇵ㋩", "ヒ": "ﾋㇶ㋪", "フ": "ﾌㇷ㋫", "ヘ": "ﾍㇸ㋬", "ホ": "ﾎㇹ㋭",
    "マ": "ﾏ㋮", "ミ": "ﾐ㋯", "ム": "ﾑㇺ㋰", "メ": "ﾒ㋱", "モ": "ﾓ㋲",
    "ヤ": "ﾔャｬ㋳", "ユ": "ﾕュｭ㋴", "ヨ": "ﾖョｮ㋵",
    "ラ": "ﾗㇻ㋶", "リ": "ﾘㇼ㋷", "ル": "ﾙㇽ㋸", "レ": "ﾚㇾ㋹", "ロ": "ﾛㇿ㋺",
    "ワ": "ﾜヮ㋻", "ヰ": "㋼", "ヱ": "㋽", "ヲ": "ｦ㋾", "ン": "ﾝ",
  ]

  /// Katakana that ends in the vowel of a number from ア to オ.
  private static let endings: [String] = [
    "アァカガサザタダナハバパマヤャラワヮヵヷｱｧｶｻﾀﾅﾊﾏﾔｬﾗﾜㇵㇻ",
    "イィキギシジチヂニヒビピミリヰヸｲｨｷｼﾁﾆﾋﾐﾘㇱㇶㇼ",
    "ウゥクグスズツッヅヌフブプムユュルヴｳｩｸｽﾂｯﾇﾌﾑﾕｭﾙㇰㇲㇴㇷㇺㇽ",
    "エェケゲセゼテデネヘベペメレヱヶヹｴｪｹｾﾃﾈﾍﾒﾚㇸㇾ",
    "オォコゴソゾトドノホボポモヨョロヲヺｵｫｺｿﾄﾉﾎﾓﾖｮﾛｦㇳㇹㇿ",
  ]

  /// The long vowel signs behind katakana of that vowel, in the syntax of prefixes.
  private static func lengthened(row: Int) -> [String] {
    endings[row].flatMap { ["\($0)|ー", "\($0)|ｰ"] }
  }
}
