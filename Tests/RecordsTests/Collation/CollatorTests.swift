import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiRecords

/// What collations take for equal, and how options change it.
struct CollatorTests {
  private func collator(
    _ locale: String? = "root", kana: Collation.Kana = .ignored,
    accents: Collation.Accents = .distinguished, numbers: Collation.Numbers = .byDigit
  ) throws -> Collator {
    try Collator(.localized(locale: locale, kana: kana, accents: accents, numbers: numbers))
  }

  @Test
  func caseWidthAndKanaAreIgnored() throws {
    let japanese = try collator("ja")
    for (left, right) in [
      ("QUIC", "ｑｕｉｃ"), ("あ", "ア"), ("ｱ", "あ"), ("ガ", "ｶﾞ"), ("カー", "カア"), ("キャ", "きや"),
    ] {
      #expect(japanese.compare(left, right) == 0, "\(left) \(right)")
    }
    #expect(japanese.compare("か", "が") < 0)
    #expect(japanese.compare("e", "é") < 0)
    #expect(japanese.compare("é", "f") < 0)
  }

  @Test
  func kanaIsDistinguishedBehindAllElse() throws {
    let japanese = try collator("ja", kana: .distinguished)
    #expect(japanese.compare("あ", "ア") < 0)
    #expect(japanese.compare("あい", "アあ") > 0)
    #expect(japanese.compare("ア", "い") < 0)
    for (left, right) in [
      ("ア", "ｱ"), ("ァ", "ア"), ("ガ", "ｶﾞ"), ("ガ", "カ\u{3099}"), ("カー", "カア"), ("ｶｰ", "カー"),
      ("かー", "かあ"), ("キャッ", "キヤツ"), ("ヴ", "ｳﾞ"), ("a", "Ａ"), ("㋐", "ア"),
    ] {
      #expect(japanese.compare(left, right) == 0, "\(left) \(right)")
    }
    for (left, right) in [("が", "ガ"), ("ゔ", "ヴ"), ("かー", "カー"), ("ん", "ン"), ("っ", "ッ")] {
      #expect(japanese.compare(left, right) < 0, "\(left) \(right)")
    }
  }

  @Test
  func kanaCanBeDistinguishedInEveryLocaleOfICU() throws {
    for locale in CollationOrderTests.locales {
      let collator = try #require(
        Collator.shared(for: .localized(locale: locale, kana: .distinguished)))
      let plain = try self.collator(locale)
      #expect(collator.distinguishesKana)
      #expect(collator.compare("あ", "ア") < 0, "\(locale)")
      #expect(collator.locale == plain.locale)
      #expect(collator.compare("o", "ö").signum() == plain.compare("o", "ö").signum(), "\(locale)")
      #expect(collator.compare("и", "a").signum() == plain.compare("и", "a").signum(), "\(locale)")
    }
  }

  @Test
  func accentsCanBeIgnored() throws {
    let plain = try collator("fr", accents: .ignored)
    #expect(plain.compare("côté", "COTE") == 0)
    #expect(plain.compare("が", "カ") == 0)
    #expect(plain.compare("a", "b") < 0)
  }

  @Test
  func numbersCanBeComparedByValue() throws {
    let natural = try collator(numbers: .byValue)
    #expect(natural.compare("RFC 2", "RFC 10") < 0)
    #expect(natural.compare("RFC 02", "rfc ２") == 0)
    #expect(natural.compare("９", "10") < 0)
    #expect(try collator().compare("RFC 2", "RFC 10") > 0)
    let long = String(repeating: "9", count: 200)
    #expect(natural.compare(long, "1" + long) < 0)
  }

  @Test
  func localesOrderAsTheyDo() throws {
    #expect(try collator("sv").compare("z", "ö") < 0)
    #expect(try collator("de").compare("z", "ö") > 0)
    #expect(try collator("de").compare("ä", "ae") < 0)
    #expect(try collator("de-u-co-phonebk").compare("ä", "ad") > 0)
    #expect(try collator("fr-CA").compare("coté", "côte") > 0)
    #expect(try collator("fr").compare("coté", "côte") < 0)
    #expect(try collator("ru").compare("я", "a") < 0)
  }

  @Test(arguments: [
    ("ja", "ja"), ("ja-JP", "ja"), ("ja_JP.UTF-8", "ja"), ("C", "und"), ("C.UTF-8", "und"),
    ("POSIX", "und"), ("", "und"), ("root", "und"), ("xx-YY", "und"), ("x?", "und"),
    ("de@collation=phonebook", "de-u-co-phonebk"), ("de-u-co-phonebk", "de-u-co-phonebk"),
    ("en_US_POSIX", "en-US-u-va-posix"), ("de_AT@euro", "de-AT"),
    (String(repeating: "very-long-", count: 400), "und"), ("\u{0}", "und"), ("日本", "und"),
  ])
  func unknownLocalesFallBack(name: String, effective: String) {
    let found = Collation.localized(locale: name).effectiveLocale
    #expect(found == effective)
  }

  @Test
  func binaryHasNoLocale() {
    #expect(Collation.binary.effectiveLocale == nil)
    #expect(Collator.shared(for: .binary) == nil)
  }

  @Test
  func oneCollatorIsSharedByAll() {
    let first = Collator.shared(for: .localized(locale: "da"))
    #expect(first === Collator.shared(for: .localized(locale: "da")))
    #expect(first !== Collator.shared(for: .localized(locale: "da", accents: .ignored)))
  }

  @Test
  func errorSaysWhatToDo() {
    let error = CollationError.unavailable(locale: "ja", reason: "U_FILE_ACCESS_ERROR")
    #expect(error.description.contains("“ja”"))
    #expect(error.description.contains("U_FILE_ACCESS_ERROR"))
    #expect(error.description.contains("Name another"))
  }

  @Test
  func hashesAreEqualWhereStringsAre() throws {
    let seed = testSeed()
    var texts = NastyText(seed: seed)
    for locale in CollationOrderTests.locales {
      for collation in CollationOrderTests.collations(locale) {
        let collator = try #require(Collator.shared(for: collation))
        var hashes: [[UInt8]: UInt64] = [:]
        for _ in 0..<60 {
          let text = texts.next()
          let hash = collator.hash(text, seed: 7)
          let known = hashes.updateValue(hash, forKey: collator.key(for: text))
          #expect(known == nil || known == hash, "\(collation) HIKIDASHI_SEED=\(seed)")
        }
        #expect(Set(hashes.values).count == hashes.count, "\(collation) HIKIDASHI_SEED=\(seed)")
      }
    }
  }

  @Test
  func groupsAreClassesOfEqualStrings() throws {
    let seed = testSeed()
    var texts = NastyText(seed: seed)
    for locale in ["ja", "th", "fr-CA"] {
      let collator = try collator(locale)
      var column: [String?] = (0..<3_000).map { _ in texts.next() }
      column[5] = nil
      column[17] = nil
      let source = TextSource(chunks: textChunks(column))
      let groups = PositionGroups.grouping(source, by: collator)
      var model: [[UInt8]?: Int] = [:]
      for text in column { model[text.map { collator.key(for: $0) }, default: 0] += 1 }
      #expect(groups.representatives.count == model.count, "HIKIDASHI_SEED=\(seed)")
      for (first, count) in zip(groups.representatives, groups.counts) {
        let key = column[Int(first)].map { collator.key(for: $0) }
        #expect(model[key] == Int(count), "HIKIDASHI_SEED=\(seed)")
      }
    }
  }
}
