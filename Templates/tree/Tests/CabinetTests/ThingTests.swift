import Hikidashi
import Testing

@testable import Cabinet

@Suite struct ThingTests {
  @Test func aSectionHasThings() throws {
    let outline = Thing.outline(of: try Thing.samples(), isOpen: false)
    #expect(outline.rowCount == 4)
    let sea = try #require(outline.row(for: NodeID(path: ["From the Sea"])))
    #expect(sea.isSection && sea.item.more == "3")
    let shell = NodeID(path: ["From the Sea", "Shells", "Scallop"])
    #expect(outline.item(of: shell)?.facts == "Mutsu Bay, 2011")
  }

  @Test(arguments: [("", true), ("CEBU 1979", true), ("chambers cebu", true), ("cebu 1980", false)])
  func wordsAreFoundInAllTexts(words: String, isFound: Bool) {
    let thing = Thing(name: "Nautilus", place: "Cebú", year: 1979, note: "Thirty chambers")
    #expect(thing.has(WordIndex.words(of: words)) == isFound)
  }

  @Test func whatIsWrongInAFileHasItsPlace() {
    var parser = JSONParser<[Thing]>()
    _ = parser.feed(Array(#"[{ "name": "Shells", "year": "old" }]"#.utf8))
    let error = #expect(throws: ParserError.self) { try parser.finish() }
    #expect(error?.description.contains("year") == true)
  }
}
