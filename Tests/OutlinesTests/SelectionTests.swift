import HikidashiOutlines
import Testing

@Suite struct SelectionTests {
  /// A section of three and one of two, all visible: rows 0 to 6.
  let list = Outline {
    Section("A", id: 10, open: true) {
      Node("a", id: 11)
      Node("b", id: 12)
      Node("c", id: 13)
    }
    Section("B", id: 20, open: true) {
      Node("d", id: 21)
      Node("e", id: 22)
    }
  }

  func states(_ outline: Outline<String>) -> [SelectionState] {
    (0..<outline.rowCount).map { outline.row(at: $0).selection }
  }

  @Test func oneNodeAndItsSectionChange() {
    var list = list
    #expect(list.setSelected(12, true) == 0..<3)
    #expect(states(list) == [.some, .off, .on, .off, .off, .off, .off])
    // The section stays half selected, so only the row itself changes.
    #expect(list.setSelected(13, true) == 3..<4)
    #expect(list.setSelected(13, true) == nil)
    #expect(list.toggleSelection(11) == 0..<2)
    #expect(states(list).prefix(4) == [.on, .on, .on, .on])
    #expect(list.toggleSelection(11) == 0..<2)
    #expect(list.selectedIDs == [12, 13])
    #expect(list.selectedCount == 2)
    #expect(list.isSelected(12) && !list.isSelected(11))
    #expect(list.isSelected(row: 2) && !list.isSelected(row: 1))
  }

  @Test func onlyOneIsSelected() {
    var list = list
    list.selectAll()
    #expect(list.select(only: 21) == 0..<7)
    #expect(list.selectedIDs == [21])
    #expect(list.select(only: 21) == nil)
  }

  @Test func sectionsCannotBeSelectedButStandForTheirRows() {
    var list = list
    #expect(list.select(only: 10) == nil)
    #expect(list.setSelected(10, true) == nil)
    #expect(list.toggleSelection(10) == nil)
    #expect(list.anchor == nil)
    #expect(list.selectDescendants(of: 10, true) == 0..<4)
    #expect(list.selectionState(of: 10) == .on)
    #expect(list.selectDescendants(of: 10, true) == nil)
    list.setSelected(12, false)
    #expect(list.selectionState(of: 10) == .some)
    #expect(list.selectDescendants(of: 10, false) == 0..<4)
    #expect(list.selectionState(of: 10) == .off)
  }

  @Test func aSelectableParentTellsOfItselfAndOfAll() {
    var folders = Outline {
      Node("folder", id: 1, isOpen: true) {
        Node("x", id: 2)
        Node("y", id: 3)
      }
    }
    folders.select(only: 1)
    #expect(folders.row(at: 0).isSelected)
    #expect(folders.row(at: 0).selection == .some)
    folders.selectDescendants(of: 1, true)
    #expect(folders.row(at: 0).selection == .on)
    #expect(folders.selectedIDs == [1, 2, 3])
  }

  @Test func aRangeGoesFromTheAnchorEitherWay() {
    var list = list
    list.select(only: 13)
    #expect(list.anchor == 13)
    #expect(list.extendSelection(to: 22) == 4..<7)
    #expect(list.selectedIDs == [13, 21, 22])
    list.extendSelection(to: 11)
    #expect(list.selectedIDs == [11, 12, 13])
    #expect(list.anchor == 13)
    list.setSelected(22, true)
    list.extendSelection(to: 21, keepingOthers: true)
    #expect(list.selectedIDs == [11, 12, 13, 21, 22])
  }

  @Test func aRangeMayEndAtASection() {
    var list = list
    list.select(only: 12)
    list.extendSelection(to: 20)
    #expect(list.selectedIDs == [12, 13])
  }

  @Test func withoutAnAnchorTheRangeBeginsAtItsEnd() {
    var list = list
    list.extendSelection(to: 12)
    #expect(list.selectedIDs == [12])
    #expect(list.anchor == 12)
  }

  @Test func theAnchorSurvivesAFilter() {
    var list = list
    list.select(only: 12)
    list.setFilter { id, _ in [11, 13, 21, 22].contains(id.rawValue) }
    // 12 is hidden; the row after it is as near as the one before.
    list.extendSelection(to: 21)
    #expect(list.selectedIDs == [12, 13, 21])
    #expect(list.anchor == 12)
    list.setFilter(nil)
    list.extendSelection(to: 11)
    #expect(list.selectedIDs == [11, 12])
  }

  @Test func theAnchorSurvivesClosing() {
    var list = list
    list.select(only: 12)
    list.close(10)
    list.extendSelection(to: 21)
    #expect(list.selectedIDs == [12, 21])
    list.closeAll()
    list.anchor = 22
    #expect(list.anchor == 22)
    list.anchor = 99
    #expect(list.anchor == nil)
  }

  @Test func aRangeInAnEmptyViewSelectsNothing() {
    var list = list
    list.setFilter { _, _ in false }
    #expect(list.rowCount == 0)
    #expect(list.extendSelection(to: 12) == nil)
    #expect(list.selectAll() == nil)
  }

  @Test func allMeansWhatIsVisible() {
    var list = list
    list.close(20)
    #expect(list.selectAll() == 0..<4)
    #expect(list.selectedIDs == [11, 12, 13])
    list.setFilter { id, _ in id == 22 }
    list.selectAll()
    #expect(list.selectedIDs == [11, 12, 13, 22])
    #expect(list.clearSelection() == 0..<2)
    #expect(list.selectedCount == 0)
    #expect(list.clearSelection() == nil)
  }

  @Test func underAFilterASectionStandsForWhatPasses() {
    var list = list
    list.setFilter { id, _ in id == 11 || id == 13 }
    list.selectDescendants(of: 10, true)
    #expect(list.selectedIDs == [11, 13])
    #expect(list.selectionState(of: 10) == .on)
    list.setFilter(nil)
    #expect(list.selectionState(of: 10) == .some)
  }

  @Test func aHiddenNodeChangesTheRowsAboveIt() {
    var list = list
    list.close(10)
    #expect(list.setSelected(12, true) == 0..<1)
    #expect(list.row(at: 0).selection == .some)
    list.setFilter { id, _ in id == 21 }
    #expect(list.setSelected(11, true) == nil)
    #expect(list.selectedIDs == [11, 12])
    #expect(list.selectionState(of: 11) == .on)
  }

  @Test func singleModeHoldsOne() {
    var list = list
    list.selectAll()
    list.selectionMode = .single
    #expect(list.selectedIDs == [11])
    // The section was half selected before.
    #expect(list.setSelected(13, true) == 1..<4)
    #expect(list.selectedIDs == [13])
    #expect(list.extendSelection(to: 21) == 0..<6)
    #expect(list.selectedIDs == [21])
    #expect(list.selectAll() == nil)
    #expect(list.selectDescendants(of: 10, true) == nil)
    #expect(list.selectDescendants(of: 20, false) == 4..<6)
    #expect(list.selectedIDs == [])
    list.toggleSelection(12)
    list.toggleSelection(12)
    #expect(list.selectedIDs == [])
  }

  @Test func modeNoneHoldsNothing() {
    var list = list
    list.select(only: 11)
    list.selectionMode = .none
    #expect(list.selectedCount == 0)
    #expect(list.select(only: 11) == nil)
    #expect(list.setSelected(11, true) == nil)
    #expect(list.toggleSelection(11) == nil)
    #expect(list.extendSelection(to: 11) == nil)
    #expect(list.selectAll() == nil)
    #expect(list.selectDescendants(of: 10, true) == nil)
  }

  @Test func unknownNodesChangeNothing() {
    var list = list
    #expect(list.select(only: 99) == nil)
    #expect(list.setSelected(99, true) == nil)
    #expect(list.toggleSelection(99) == nil)
    #expect(list.extendSelection(to: 99) == nil)
    #expect(list.selectDescendants(of: 99, true) == nil)
    #expect(list.selectedCount == 0)
  }
}
