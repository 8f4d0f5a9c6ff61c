import HikidashiRecords
import Testing

/// How wide text is on a terminal.
@Suite struct ColumnCountTests {
  @Test(arguments: [
    ("", 0), ("--jobs=N", 8), ("文字列", 6), ("--font=文字列", 13), ("ｶﾅ", 2), ("Ａ", 2), ("é", 1),
    ("e\u{301}", 1), ("か\u{3099}", 2), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("…“”", 3),
    ("a\u{200B}b", 2), ("猫😀", 4), ("\u{AD}", 1), ("а", 1),
  ])
  func aCharacterOfChineseTakesTwoColumns(text: String, columns: Int) {
    #expect(text.columnCount == columns)
    #expect(text[...].columnCount == columns)
  }
}
