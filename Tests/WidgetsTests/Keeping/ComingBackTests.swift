import HikidashiOutlines
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import XCTest

final class ComingBackTests: XCTestCase {
  func testAReadingRoomIsAsItWasLeft() throws {
    try onLoop {
      let storage = MemoryStorage()  // an app has a folder of its own, and names no store
      for run in 1...2 {
        let store = StateStore(in: storage)
        let visits = store.kept("visits", default: 0)
        visits.value += 1
        let shelf = Outline { Section("Poems") { "Haiku" } }
        let list = OutlineView(shelf).keeping("shelf", in: store)
        let reader = TextReader()
        let room = SplitPane(position: 160) {
          list
        } end: {
          reader
        }.keeping("room", in: store)
        let stage = try await Stage.show(room, width: 600)
        XCTAssertEqual(list.outline.rowCount, run)  // what was opened is open again
        XCTAssertEqual(room.position, run == 1 ? 160 : 200)
        XCTAssertEqual(visits.value, run)

        list.change { $0.open(NodeID(path: ["Poems"])) }
        room.position = 200
        reader.keeping("reader", for: "haiku.txt", in: store)  // one of several documents
        reader.show(String(repeating: "An old silent pond…\n", count: 500))
        try await stage.close()
        store.save()  // an app does it at its end, and a moment after each change
      }
    }
  }
}
