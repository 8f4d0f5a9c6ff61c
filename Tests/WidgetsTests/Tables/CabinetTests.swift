import HikidashiOutlines
import HikidashiWidgetTesting
import HikidashiWidgets
import XCTest

final class CabinetTests: XCTestCase {
  func testDrawersAreFilledMovedAndReadOn() throws {
    try onLoop {
      let drawers = try Outline([
        Node("Letters", id: 1, isSection: true, loadsChildren: true),
        Node("Maps", id: 2, isSection: true, isOpen: true, children: [Node("Kyōto", id: 20)]),
      ])
      let view = OutlineView(drawers)
        .loadingChildren { drawer in
          (0..<40).map { Node("\(drawer.item) \($0)", id: NodeID(rawValue: 100 + UInt64($0))) }
        }
        .movable().pinnedSections()
      view.hooks.willMove = { $0.parent != nil }  // papers stay in drawers
      let stage = try await Stage.show(view, width: 300, height: 300)

      view.focus(row: 0)
      try await stage.press("Right")  // opens, and loads
      try await until("the letters") { view.outline.childCount(of: 1) == 40 }
      view.scroll(to: 120, .top)
      try await until("letter 20") { view.scrollPlace != nil }
      view.focus(row: 1)
      try await stage.press("Down", holding: .alt)
      XCTAssertEqual(view.outline.path(of: 100), [0, 1])
      try await stage.press("z", holding: .control)
      XCTAssertEqual(view.outline.path(of: 100), [0, 0])
      try await stage.close()
    }
  }
}
