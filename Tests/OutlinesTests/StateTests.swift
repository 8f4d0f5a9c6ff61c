import Foundation
import HikidashiOutlines
import Testing

@Suite struct StateTests {
  func files(_ extra: Bool = false) -> Outline<String> {
    Outline {
      Section("Sources", id: 1, open: true) { Node("main.swift", id: 2) }
      Section("Tests", id: 3) { Node("t.swift", id: 4) }
      if extra { Section("New", id: 5, open: true) { Node("n", id: 6) } }
    }
  }

  @Test func onlyWhatAPersonChangedIsSaved() throws {
    var outline = files()
    #expect(outline.state == OutlineState())
    outline.close(1)
    outline.open(3)
    outline.select(only: 4)
    #expect(outline.state == OutlineState(opened: [3], closed: [1], selected: [4], anchor: 4))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(outline.state)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"anchor":"4","closed":["1"],"opened":["3"],"selected":["4"]}"#)
    #expect(try JSONDecoder().decode(OutlineState.self, from: json) == outline.state)
  }

  @Test func itComesBackAndNewNodesFollowTheirDefinition() {
    let saved = OutlineState(opened: [3, 99], closed: [1, 98], selected: [4, 97], anchor: 4)
    var outline = files(true)
    #expect(outline.restore(saved) == RowChange(position: 1, removed: 2, inserted: 2))
    #expect(
      (0..<outline.rowCount).map { outline.item(atRow: $0) } == [
        "Sources", "Tests", "t.swift", "New", "n",
      ])
    #expect(outline.selectedIDs == [4])
    #expect(outline.anchor == 4)
    #expect(outline.restore(OutlineState()) != nil)
    #expect(outline.state == OutlineState())
    #expect(outline.restore(OutlineState(anchor: 96)) == nil)
    #expect(outline.anchor == nil)
  }

  @Test func underAFilterTheStateWaits() {
    var outline = files()
    outline.setFilter { _, name in name.hasSuffix(".swift") }
    #expect(outline.restore(OutlineState(opened: [3], closed: [1])) == nil)
    #expect(outline.rowCount == 4)
    outline.setFilter(nil)
    #expect(outline.rowCount == 3)
  }

  @Test func theModeLimitsWhatIsSelected() {
    var outline = files()
    outline.selectionMode = .single
    outline.restore(OutlineState(selected: [2, 4]))
    #expect(outline.selectedIDs == [2])
  }
}
