import Foundation
import Testing

@testable import HikidashiRecords

@Suite struct QueryParsingTests {
  let title = Field<String>("title", title: "Title", collation: .localized(locale: "ja"))
  let status = Field<String?>("status", collation: .binary)
  let number = Field<Int>("number", title: "番号")
  let rate = Field<Double?>("rate", title: "Mean rate")
  let passed = Field<Bool>("passed")
  let born = Field<Date?>("born")
  let photo = Field<Data?>("photo")
  let schema: Schema

  init() throws { schema = try Schema(title, status, number, rate, passed, born, photo) }

  private func date(_ text: String) throws -> Date { try Date(text + "Z", strategy: .iso8601) }

  private func check(
    _ text: String, _ query: Query, _ location: SourceLocation = #_sourceLocation
  ) {
    do {
      let parsed = try Query(parsing: text, schema: schema)
      #expect(parsed == query, "\(text) is \(parsed)", sourceLocation: location)
    } catch {
      Issue.record("\(text): \(error)", sourceLocation: location)
    }
  }

  private func anyText(_ query: (Field<String>, Field<String?>) -> Query) -> Query {
    query(title, status)
  }

  @Test func wordsAreLookedForInAllTextAndMustAllBeFound() {
    check("quic", title.contains("quic") || status.contains("quic"))
    check(
      "quic http",
      (title.contains("quic") || status.contains("quic"))
        && (title.contains("http") || status.contains("http")))
    check(#""two \"words\"""#, title.contains(#"two "words""#) || status.contains(#"two "words""#))
    check("draft*", title.hasPrefix("draft") || status.hasPrefix("draft"))
    check("*ing", title.hasSuffix("ing") || status.hasSuffix("ing"))
    check("~id", title.containsWord("id") || status.containsWord("id"))
    check(#"a\*"#, title.contains("a*") || status.contains("a*"))
    check(#"/a\d//b/"#, try! title.matches(#"a\d/b"#) || status.matches(#"a\d/b"#))
    check("", .everything)
    check(" *  ", .everything)
    check("-*", .nothing)
    check("-", title.contains("-") || status.contains("-"))
  }

  @Test func aFieldIsNamedByItsNameOrTitleInAnyCase() {
    check("title:quic", title.contains("quic"))
    check("TITLE:quic", title.contains("quic"))
    check("番号:5", number == 5)
    check("\"mean rate\":5", rate == 5)
    check("status:=standard", status == "standard")
    check("status=standard", status == "standard")
    check("status!=standard", status != "standard")
    check("status:dra*", status.hasPrefix("dra"))
    check("status:*ft", status.hasSuffix("ft"))
    check("status:*raf*", status.contains("raf"))
    check("status:~draft", status.containsWord("draft"))
    check("title: quic", title.contains("quic"))
  }

  @Test func valuesAreReadByTheTypeOfTheirField() throws {
    check("number:8000", number == 8000)
    check("number:-5", number == -5)
    check("number>8000", number > 8000)
    check("number >= 8000", number >= 8000)
    check("number:<5", number < 5)
    check("rate<=4.5", rate <= 4.5)
    check("rate!=4", rate != 4)
    check("rate:nan", rate == .nan)
    check("rate:inf", rate == .infinity)
    check("passed:yes", passed == true)
    check("passed:no", passed == false)
    check("passed!=yes", passed != true)
    check("photo:=00ff", photo == Data([0, 255]))
    check("rate:none", rate == nil)
    check("rate:any", rate != nil)
    check("rate:*", rate != nil)
    check("status:\"none\"", status.contains("none"))
  }

  @Test func datesStandForAllTheirMoments() throws {
    let (day, next) = (try date("2020-05-20T00:00:00"), try date("2020-05-21T00:00:00"))
    check("born:2020-05-20", born.isIn(day..<next))
    check("born:2020/5/20", born.isIn(day..<next))
    check(
      "born:2020", born.isIn(try date("2020-01-01T00:00:00")..<date("2021-01-01T00:00:00")))
    check(
      "born:2020-02", born.isIn(try date("2020-02-01T00:00:00")..<date("2020-03-01T00:00:00")))
    check("born>2020-05-20", born >= next)
    check("born>=2020-05-20", born >= day)
    check("born<2020-05-20", born < day)
    check("born<=2020-05-20", born < next)
    check("born!=2020-05-20", born != nil && !born.isIn(day..<next))
    check("born:2020-05-20T10:30:15", born == (try date("2020-05-20T10:30:15")))
    check("born:@0.5", born == Date(timeIntervalSinceReferenceDate: 0.5))
    check("born:..2020-05-20", born < next)
  }

  @Test func rangesAreOfOneFieldOrOfAnyThatFits() throws {
    check("number:1..5", number.isIn(1...5))
    check("number:1..<5", number.isIn(1..<5))
    check("number:1...5", number.isIn(1...5))
    check("number:1..", number >= 1)
    check("number:..5", number <= 5)
    check("number:-5..-1", number.isIn(-5 ... -1))
    check("-5..5", number.isIn(-5...5) || rate.isIn(-5.0...5.0))
    check("1.5..", rate >= 1.5)
    check(
      "2020..", number >= 2020 || rate >= 2020 || born >= (try date("2020-01-01T00:00:00")))
    check("title:\"a\"..\"b\"", title.isIn("a"..."b"))
    check("title:a..b", title.contains("a..b"))
    check("a..b", title.contains("a..b") || status.contains("a..b"))
  }

  @Test func termsAreJoinedNegatedAndGrouped() {
    let a = number == 1
    let b = number > 2
    let c = rate < 3
    check("number:1 number>2 rate<3", a && b && c)
    check("number:1 AND number>2", a && b)
    check("number:1 OR number>2 rate<3", a || b && c)
    check("(number:1 OR number>2) rate<3", (a || b) && c)
    check("-number:1", !a)
    check("NOT number:1", !a)
    check("NOT NOT number:1", a)
    check("-(number:1 number>2)", !(a && b))
    check("number:1 OR number:2 OR number:1", number.isOneOf([1, 2]))
    check("or", title.contains("or") || status.contains("or"))
    check("\"OR\"", title.contains("OR") || status.contains("OR"))
  }

  @Test func fullWidthFormsMeanTheSame() throws {
    check("番号：８０００", number == 8000)
    check("ｎｕｍｂｅｒ＞＝８０００", number >= 8000)
    check("number≧8000", number >= 8000)
    check("number≠8000", number != 8000)
    check("（number：１　ＯＲ　number＞２）　rate＜３", (number == 1 || number > 2) && rate < 3)
    check("－number：１", !(number == 1))
    check("＂二つ　語＂", title.contains("二つ　語") || status.contains("二つ　語"))
    check("“two words”", title.contains("two words") || status.contains("two words"))
    check("number:１～５", number.isIn(1...5))
    check("number:１．．５", number.isIn(1...5))
    check("rate:−１．５", rate == -1.5)
    check(
      "born:２０２０－０５",
      born.isIn(
        try date("2020-05-01T00:00:00")..<date("2020-06-01T00:00:00")))
    check("title:山＊", title.hasPrefix("山"))
    // What is looked for stays as it was written.
    check("status:=ＡＢ", status == "ＡＢ")
  }

  @Test func whatIsWrittenIsReadBack() throws {
    let day = try date("2020-05-20T00:00:00")
    let queries: [(Query, String)] = [
      (title.contains("quic"), "title:quic"), (title.contains("none"), #"title:"none""#),
      (status == "a\"b\\", #"status:="a\"b\\""#),
      (number.isOneOf([1, 2]), "number:=1 OR number:=2"),
      (number.isOneOf([1, 2]) && passed, "(number:=1 OR number:=2) passed:=true"),
      (!passed, "-passed:=true"), (born >= day, "born>=2020-05-20"),
      (born.isIn(day..<(day + 86_400)), "born:2020-05-20"),
      (born == day + 0.25, "born:=2020-05-20T00:00:00.25"),
      (born == Date(timeIntervalSinceReferenceDate: 1e300), "born:=@1e+300"),
      (try title.matches(#"a/\/"#), #"title:/a//\//"#), (.everything, "*"), (.nothing, "-*"),
      (rate == .nan, "rate:nan"), (title.isIn("a"..<"b"), #"title:"a"..<"b""#),
    ]
    for (query, text) in queries {
      #expect(query.description == text)
      #expect(try Query(parsing: text, schema: schema) == query, "\(text)")
    }
  }
}
