import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import XCTest

/// Rooms of a store: the same names mean others in them.
final class StateRoomTests: XCTestCase {
  func testARoomKeepsPartsAndValuesOfItsOwn() throws {
    try onLoop {
      let storage = MemoryStorage()
      for run in 1...2 {
        let store = StateStore(in: storage)
        let room = store.room("second window")
        XCTAssertTrue(store.room("second window") === room)
        let values = [store, room].map { $0.kept("number", default: 0) }
        XCTAssertEqual(values.map(\.value), run == 1 ? [0, 0] : [1, 2])
        (values[0].value, values[1].value) = (1, 2)
        let panes = [store, room].map { state in
          SplitPane(position: 100) {
            Label("One")
          } end: {
            Label("Two")
          }.keeping("pane", in: state)
        }
        let stage = try await Stage.show(Stack(.vertical, panes), width: 600)
        XCTAssertEqual(panes.map(\.position), run == 1 ? [100, 100] : [150, 200])
        panes[0].position = 150
        panes[1].position = 200
        try await stage.close()
        // The whole is written with the room.
        room.save()
      }
    }
  }

  func testARoomInARoomIsAnother() throws {
    try onLoop {
      let storage = MemoryStorage()
      let store = StateStore(in: storage)
      let inner = store.room("a").room("b")
      inner.kept("x", default: 0).value = 7
      XCTAssertEqual(store.room("a").kept("x", default: 0).value, 0)
      XCTAssertEqual(store.room("b").kept("x", default: 0).value, 0)
      inner.save()
      let again = StateStore(in: storage).room("a").room("b")
      XCTAssertEqual(again.kept("x", default: 0).value, 7)
    }
  }
}
