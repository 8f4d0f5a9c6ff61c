import Foundation
import HikidashiLoading
import TestSupport
import Testing
import TimelineKit

/// Lists of other readers are read with the care that feeds get.
struct OPMLTests {
  private func feeds(_ outlines: String, _ start: String = "") throws -> OPMLList {
    try parse(OPMLParser(), "\(start)<opml version='1.0'><body>\(outlines)</body></opml>")
  }

  private func line(_ name: String, _ number: Int) -> String {
    "<outline text='\(name)' xmlUrl='https://e.example/\(number)'/>"
  }

  @Test(arguments: [
    "Arts & Letters", "A &eacute; B", "A &nbsp; B", "A < B", "a &amp b", "&", "&#xZZ;", "&copy;",
    "Tom&Jerry;", "&zcaron;", "AT&T", "\u{1}bell", "a\tb",
  ])
  func whatIsWrongInAnOutlineCostsNoOther(_ name: String) throws {
    let list = try feeds(line("First", 1) + line(name, 2) + line("Last", 3))
    #expect(list.sources.map(\.address) == (1...3).map { "https://e.example/\($0)" })
    #expect(list.problems.isEmpty)
  }

  @Test func addressesAreEscapedOnce() throws {
    let list = try feeds(
      "<outline text='A' xmlUrl='http://bücher.example:8506/für alle/rss.xml'/>"
        + "<outline text='B' xmlUrl='feed://xn--bcher-kva.example/f%C3%BCr%20alle'/>"
        + "<outline text='C' xmlUrl='//e.example/a%2Fb c?q=ü d'/>")
    #expect(
      list.sources.map(\.address) == [
        "http://xn--bcher-kva.example:8506/f%C3%BCr%20alle/rss.xml",
        "http://xn--bcher-kva.example/f%C3%BCr%20alle",
        "https://e.example/a%2Fb%20c?q=%C3%BC%20d",
      ])
  }

  @Test func namesAreThoseThatTheirWriterMeant() throws {
    let list = try feeds(line("Arts & Letters", 1) + line("Caf&eacute;", 2) + line("A &lt; B", 3))
    #expect(list.sources.map(\.title) == ["Arts & Letters", "Café", "A < B"])
  }

  @Test(arguments: ["\n", "\n \n", "\u{FEFF}", "\u{FEFF}\u{FEFF}", "junk ", "\u{FEFF}\n"])
  func whatStandsBeforeTheListIsPassedOver(_ junk: String) throws {
    let start = junk + "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
    #expect(try feeds(line("A", 1), start).sources.count == 1)
  }

  @Test(arguments: ["ISO-8859-1", "utf-8", "windows-1252", ""])
  func lettersOfOtherEncodingsAreRead(_ encoding: String) throws {
    let head = encoding.isEmpty ? "" : "<?xml version='1.0' encoding='\(encoding)'?>"
    let text = head + "<opml><body><outline text='M\u{FC}nchen' xmlUrl='https://e.example/1'/>"
    var parser = OPMLParser()
    _ = parser.feed(try #require(text.data(using: .isoLatin1)).map { $0 })
    _ = parser.feed(Array("</body></opml>".utf8))
    #expect(try parser.finish().sources.map(\.title) == ["München"])
    var wide = OPMLParser()
    let utf16 = "<opml><body><outline text='猫' xmlUrl='https://e.example/1'/></body></opml>"
    _ = wide.feed(try #require(utf16.data(using: .utf16)).map { $0 })
    #expect(try wide.finish().sources.map(\.title) == ["猫"])
  }

  @Test func whatIsBehindAFaultIsReadAndTheFaultIsTold() throws {
    let broken = try feeds(
      line("A", 1) + "<outline text='Rooms'>" + line("B", 2) + "</outlin>" + line("C", 3)
        + "<outline text='x' text='y' xmlUrl='https://e.example/4'/>" + line("D", 5))
    #expect(broken.sources.count == 5)
    #expect(broken.problemCount > 0)
    let cut = try parse(OPMLParser(), "<opml><body>" + line("A", 1) + "<outline text='B' xml")
    #expect(cut.sources.count == 1 && cut.problemCount > 0)
  }

  @Test(arguments: [
    ("XMLURL='https://e.example/1'", "https://e.example/1"),
    ("xmlurl='feed://e.example/1'", "http://e.example/1"),
    ("xmlUrl='feed:https://e.example/1'", "https://e.example/1"),
    ("xmlUrl='//e.example/1'", "https://e.example/1"),
    ("xmlUrl='e.example/1'", "https://e.example/1"),
    ("xmlUrl=' https://e.example/1\n'", "https://e.example/1"),
    ("xmlUrl='https://e.example/a b'", "https://e.example/a%20b"),
    ("xmlUrl='https://e.example/?a=1&b=2'", "https://e.example/?a=1&b=2"),
  ])
  func addressesAreTakenAsReadersWriteThem(_ attribute: String, _ address: String) throws {
    #expect(try feeds("<outline text='A' \(attribute)/>").sources.map(\.address) == [address])
  }

  @Test func whatHasNoAddressIsCountedAndNamed() throws {
    let list = try feeds(
      "<outline text='Bad' xmlUrl='file:///etc/passwd'/><outline text='Mail' xmlUrl='mailto:a@b'/>"
        + line("A", 1) + line("Again", 1))
    #expect(list.sources.count == 1)
    #expect(list.missing == 2 && list.repeated == 1 && list.problemCount == 2)
    #expect(list.problems.map(\.place) == ["Bad", "Mail"])
  }

  @Test func foldersAreBoundedHoweverManyFeedsTheyHave() throws {
    let name = String(repeating: "n", count: 1_000_000)
    let inner = (0..<20_000).map { line("x", $0) }.joined()
    let amplified = try feeds("<outline text='\(name)'>\(inner)</outline>")
    #expect(amplified.sources.count == 20_000)
    #expect(amplified.sources[0].group.count == 200)
    #expect(amplified.problemCount == 1)
    let nest =
      (0..<120).map { "<outline text='\(String(repeating: "m", count: 10_000))\($0)'>" }.joined()
      + inner + String(repeating: "</outline>", count: 120)
    let nested = try feeds(nest)
    #expect(nested.sources.count == 20_000)
    #expect(nested.sources.allSatisfy { $0.group.count == 200 })
    let folders = try feeds(
      "<outline text='A'><outline text='B'>" + line("x", 1) + "</outline>" + line("y", 2)
        + "</outline>")
    #expect(folders.sources.map(\.group) == ["A/B", "A"])
  }

  @Test func noMoreFeedsThanALimitAndTheRestIsCounted() throws {
    let list = try feeds((0..<100_010).map { line("x", $0) }.joined())
    #expect(list.sources.count == 100_000 && list.missing == 10 && list.problemCount == 1)
  }

  @Test(arguments: ["<html><p>no</p></html>", "", "{}", "<rss><channel/></rss>"])
  func whatIsNoListIsRefused(_ text: String) {
    #expect(throws: ParserError.self) { try parse(OPMLParser(), text) }
  }
}
