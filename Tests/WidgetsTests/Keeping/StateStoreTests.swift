import HikidashiStorage
import HikidashiStorageTesting
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// What is kept comes back, whatever became of the file.
final class StateStoreTests: XCTestCase {
  private static let name: StorageName = "state.json"

  @MainActor
  private static func text(_ storage: any ByteStorage) -> String {
    (try? storage.read(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  func testAValueComesBackAndIsWrittenByItself() throws {
    try onLoop {
      let storage = MemoryStorage()
      let store = StateStore(in: storage)
      let last = store.kept("last document", default: "none")
      XCTAssertEqual(last.value, "none")
      last.value = "rfc2119"
      // Nobody has asked for it to be written.
      try await until("the file") { Self.text(storage).contains("rfc2119") }
      let again = StateStore(in: storage)
      XCTAssertEqual(again.kept("last document", default: "none").value, "rfc2119")
      // Kept as another type, it is none of this one.
      XCTAssertEqual(again.kept("last document", default: [1]).value, [1])
      XCTAssertEqual(again.kept("other", default: 3).value, 3)
    }
  }

  /// Changes that go on and on do not put the writing off.
  func testAValueThatChangesAllTheTimeIsWritten() throws {
    try onLoop {
      let storage = MemoryStorage()
      let store = StateStore(in: storage)
      let count = store.kept("count", default: 0)
      try await until("the file") {
        count.value += 1
        return Self.text(storage).contains("count")
      }
    }
  }

  func testAKeyIsOneObjectThatIsFollowedAndBound() throws {
    try onLoop {
      let store = StateStore(in: MemoryStorage())
      let path = store.kept("path", default: "a")
      XCTAssertTrue(store.kept("path", default: "b") === path)
      let entry = TextEntry("Path").bind(path, \.value)
      let echo = Label { "path: \(path.value)" }
      let stage = try await Stage.show(
        Stack {
          entry
          echo
        })
      XCTAssertEqual(entry.value, "a")
      path.value = "c"
      try await until("the change") { entry.value == "c" && echo.text == "path: c" }
      entry.focus()
      try await stage.press("a", holding: .control)
      try await stage.type("d")
      XCTAssertEqual(path.value, "d")
      try await stage.close()
    }
  }

  func testWhatCannotBeEncodedIsNotKept() throws {
    try onLoop {
      let storage = MemoryStorage()
      let store = StateStore(in: storage)
      let rate = store.kept("rate", default: 1.0)
      rate.value = 2
      rate.value = .nan
      XCTAssertTrue(rate.value.isNaN)
      store.save()
      XCTAssertEqual(StateStore(in: storage).kept("rate", default: 1.0).value, 2)
    }
  }

  /// However much of a file is there, the store opens; what is no file is put aside and told of once.
  func testAFileThatIsTornAnywhereHindersNoStart() throws {
    try onLoop {
      let whole = MemoryStorage()
      let store = StateStore(in: whole)
      store.kept("a", default: 0).value = 1
      store.kept("b", default: "").value = "日記"
      store.save()
      let bytes = try whole.read(Self.name)
      for count in 0..<bytes.count - 1 {
        let torn = Array(bytes.prefix(count))
        let storage = MemoryStorage()
        try storage.write(torn, to: Self.name)
        let store = StateStore(in: storage)
        var told: [String] = []
        store.onProblem = { told.append($0.description) }
        XCTAssertEqual(store.kept("a", default: 7).value, 7, "\(count) bytes")
        store.save()
        try await until("the word") { !told.isEmpty }
        XCTAssertEqual(told.count, 1)
        XCTAssertTrue(told[0].contains("state.json.damaged"), told[0])
        XCTAssertEqual(try storage.read("state.json.damaged"), torn)
        // The next start finds nothing wrong.
        let next = StateStore(in: storage)
        next.onProblem = { XCTFail("told again: \($0)") }
        next.kept("a", default: 7).value = 8
        next.save()
        XCTAssertEqual(StateStore(in: storage).kept("a", default: 7).value, 8)
      }
    }
  }

  func testAFileThatIsDamagedWhileItIsUsedIsWrittenAnew() throws {
    try onLoop {
      let storage = MemoryStorage()
      let store = StateStore(in: storage)
      var told = 0
      store.onProblem = { _ in told += 1 }
      store.kept("a", default: 0).value = 1
      store.save()
      try storage.write([0x7B], to: Self.name)
      store.kept("b", default: 0).value = 2
      store.save()
      try await until("the word") { told == 1 }
      let again = StateStore(in: storage)
      XCTAssertEqual(again.kept("a", default: 0).value, 1)
      XCTAssertEqual(again.kept("b", default: 0).value, 2)
    }
  }

  /// Two runs of an app at the same time: each keeps what was done in it.
  func testWhatAnotherProcessKeepsStays() throws {
    try onLoop {
      let storage = MemoryStorage()
      let (one, two) = (StateStore(in: storage), StateStore(in: storage))
      one.kept("a", default: 0).value = 1
      one.save()
      two.kept("b", default: 0).value = 2
      two.save()
      one.kept("c", default: 0).value = 3
      one.save()
      let again = StateStore(in: storage)
      let values = ["a", "b", "c"].map { again.kept($0, default: 0).value }
      XCTAssertEqual(values, [1, 2, 3])
    }
  }

  func testWhatCouldNotBeWrittenIsWrittenLater() throws {
    try onLoop {
      let storage = FaultyStorage(MemoryStorage())
      let store = StateStore(in: storage)
      var told: [String] = []
      store.onProblem = { told.append("\($0)") }
      storage.add(StorageFault(.fails(.noSpace), atCall: 1, of: .write))
      store.kept("a", default: 0).value = 1
      store.save()
      try await until("the word") { told.count == 1 }
      store.kept("b", default: 0).value = 2
      store.save()
      let again = StateStore(in: storage)
      XCTAssertEqual(again.kept("a", default: 0).value, 1)
      XCTAssertEqual(again.kept("b", default: 0).value, 2)
    }
  }

  /// After a power cut there is the old state or the new one, and no third.
  func testAPowerCutLeavesAWholeState() throws {
    try onLoop {
      for seed in 0..<50 as Range<UInt64> {
        let storage = FaultyStorage(MemoryStorage())
        let store = StateStore(in: storage)
        let count = store.kept("count", default: 0)
        for value in 1...3 {
          count.value = value
          store.save()
        }
        storage.cutPower(seed: seed)
        let again = StateStore(in: storage)
        again.onProblem = { XCTFail("seed \(seed): \($0)") }
        XCTAssertTrue((0...3).contains(again.kept("count", default: 0).value), "seed \(seed)")
        again.save()
      }
    }
  }

  func testAStoreThatGoesWritesWhatIsLeft() throws {
    try onLoop {
      let storage = MemoryStorage()
      var store: StateStore? = StateStore(in: storage)
      store?.kept("a", default: 0).value = 1
      store = nil
      try await until("the file") { Self.text(storage).contains("\"a\"") }
    }
  }
}
