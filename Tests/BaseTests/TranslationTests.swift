import HikidashiBase
import Testing

/// Messages where no language is asked for, as in tests: they stay as they are written.
struct TranslationTests {
  @Test func withoutALanguageTheMessageIsItself() {
    #expect(tr("Nothing translates this 日本語 €") == "Nothing translates this 日本語 €")
  }

  @Test func argumentsFillTheHolesInOrder() {
    #expect(tr("{} of {}: {}", 3, "ten", 1.5) == "3 of ten: 1.5")
  }

  @Test func anArgumentIsNotFilledIntoAnother() {
    #expect(tr("{}, {}", "{}", "b") == "{}, b")
  }

  @Test func holesAndArgumentsNeedNotMatch() {
    #expect(tr("{} and {}", "one") == "one and {}")
    #expect(tr("none", "one") == "none")
    #expect(tr("{}") == "{}")
  }

  @Test(arguments: [(1, "1 file"), (0, "0 files"), (2, "2 files"), (-1, "-1 files")])
  func pluralsFollowTheCount(count: Int, text: String) {
    #expect(trn("{} file", "{} files", count, count) == text)
  }
}
