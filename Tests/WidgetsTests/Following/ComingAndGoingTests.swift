import CHikidashiGTK
import HikidashiBase
import HikidashiWidgetTesting
import Observation
import TestSupport
import XCTest

@testable import HikidashiWidgets

private struct Note: Identifiable, Equatable {
  let id: Int
  var text: String
}

@Observable @MainActor
private final class Notebook {
  var notes: [Note] = []
  var isOpen = false
  var depth = 0
}

/// Parts that come and go in containers.
final class ComingAndGoingTests: XCTestCase {
  func testWhatComesStandsWhereItIsWritten() throws {
    try onLoop {
      let book = Notebook()
      let stack = Stack {
        Label("first")
        If(book.isOpen) {
          Label("open")
        } else: {
          Label("closed")
          Label("really")
        }
        Label("middle")
        ForEach(book.notes) { note in
          Label(note.text)
          If(book.depth > note.id) { Label("deep \(note.id)") }
        }
        Label("last")
      }
      let stage = try await Stage.show(stack)
      XCTAssertEqual(Self.texts(of: stack), ["first", "closed", "really", "middle", "last"])
      book.isOpen = true
      book.notes = [Note(id: 0, text: "zero"), Note(id: 1, text: "one")]
      await stage.nextFrame()
      XCTAssertEqual(Self.texts(of: stack), ["first", "open", "middle", "zero", "one", "last"])
      book.depth = 1
      await stage.nextFrame()
      XCTAssertEqual(
        Self.texts(of: stack), ["first", "open", "middle", "zero", "deep 0", "one", "last"])
      book.notes = [Note(id: 1, text: "one"), Note(id: 0, text: "null")]
      await stage.nextFrame()
      XCTAssertEqual(
        Self.texts(of: stack), ["first", "open", "middle", "one", "null", "deep 0", "last"])
      try await stage.close()
    }
  }

  func testWhatStaysIsKept() throws {
    try onLoop {
      let book = Notebook()
      book.notes = (0..<4).map { Note(id: $0, text: "note \($0)") }
      let stack = Stack { ForEach(book.notes) { note in TextEntry("Note", value: note.text) } }
      let stage = try await Stage.show(stack)
      let before = Self.children(of: stack)
      book.notes.swapAt(0, 3)
      book.notes.remove(at: 1)
      await stage.nextFrame()
      let after = Self.children(of: stack)
      XCTAssertEqual(after, [before[3], before[2], before[0]])
      try await stage.close()
    }
  }

  /// Random changes beside what is obviously right.
  func testAnyChangesGiveWhatTheListsSay() throws {
    let seed = testSeed()
    try onLoop {
      var random = SeededGenerator(seed: seed)
      let book = Notebook()
      let stack = Stack {
        ForEach(book.notes) { note in
          If(note.text.count > 5) { Label("long") }
          Label(note.text)
        }
        If(book.isOpen) {
          Label("between")
          ForEach(book.notes.filter { $0.id % 2 == 0 }) { note in Label("even \(note.id)") }
        }
        Label("end")
      }
      let stage = try await Stage.show(stack)
      for round in 0..<testSteps(120) {
        for _ in 0..<Int.random(in: 1...4, using: &random) { Self.change(book, &random) }
        await stage.nextFrame()
        var expected = book.notes.flatMap { ($0.text.count > 5 ? ["long"] : []) + [$0.text] }
        if book.isOpen {
          expected.append("between")
          expected += book.notes.filter { $0.id % 2 == 0 }.map { "even \($0.id)" }
        }
        XCTAssertEqual(Self.texts(of: stack), expected + ["end"], "seed \(seed), round \(round)")
      }
      try await stage.close()
    }
  }

  @MainActor
  private static func change(_ book: Notebook, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: book.isOpen.toggle()
    case 1: book.notes.shuffle(using: &random)
    case 2:
      if !book.notes.isEmpty {
        book.notes.remove(at: .random(in: book.notes.indices, using: &random))
      }
    case 3:
      guard let index = book.notes.indices.randomElement(using: &random) else { return }
      book.notes[index].text = String(repeating: "x", count: .random(in: 1...9, using: &random))
    default:
      let id = (book.notes.map(\.id).max() ?? 0) + 1
      let place = Int.random(in: 0...book.notes.count, using: &random)
      book.notes.insert(Note(id: id, text: "note \(id)"), at: place)
    }
  }

  func testTabsComeAndGo() throws {
    try onLoop {
      let book = Notebook()
      book.notes = [Note(id: 1, text: "one")]
      let tabs = Tabs {
        Tab("Start") { Label("start") }
        ForEach(book.notes) { note in Tab(note.text) { Label(note.text) } }
        Tab("End") { Label("end") }
      }
      let stage = try await Stage.show(tabs)
      XCTAssertEqual(tabs.ids, ["Start", "one", "End"])
      book.notes = [Note(id: 2, text: "two"), Note(id: 1, text: "one"), Note(id: 3, text: "three")]
      await stage.nextFrame()
      XCTAssertEqual(tabs.ids, ["Start", "two", "one", "three", "End"])
      book.notes.reverse()
      await stage.nextFrame()
      XCTAssertEqual(tabs.ids, ["Start", "three", "one", "two", "End"])
      try await stage.close()
    }
  }

  func testATabComesBackWhereItStood() throws {
    try onLoop {
      let book = Notebook()
      let log = Label("the log")
      var orders: [[String]] = []
      let tabs = Tabs {
        Tab("Notes") { Label("notes") }
        Tab("Log") { Label("closed by the person") }
        If(book.isOpen) { Tab("Debug") { log } }
        ForEach(book.notes) { note in Tab(note.text) { Label(note.text) } }
      }
      tabs.onReorder = { orders.append($0) }
      let stage = try await Stage.show(tabs)
      tabs.close("Log")
      for _ in 0..<2 {
        book.isOpen = true
        await stage.nextFrame()
        XCTAssertEqual(tabs.ids, ["Notes", "Debug"])
        tabs.selected = "Debug"
        await stage.nextFrame()
        XCTAssertTrue(stage.dump().contains("the log"), stage.dump())
        book.isOpen = false
        await stage.nextFrame()
        XCTAssertEqual(tabs.ids, ["Notes"])
      }
      book.notes = [Note(id: 1, text: "a"), Note(id: 2, text: "b")]
      await stage.nextFrame()
      book.notes = [Note(id: 2, text: "b"), Note(id: 1, text: "a"), Note(id: 3, text: "c")]
      await stage.nextFrame()
      XCTAssertEqual(tabs.ids, ["Notes", "b", "a", "c"])
      XCTAssertEqual(orders, [], "nobody but a person has moved any")
      try await stage.close()
    }
  }

  func testRowsOfAFormComeAndGo() throws {
    try onLoop {
      let book = Notebook()
      let name = TextEntry("Name", rules: [.required])
      let country = TextEntry("Country", rules: [.required])
      let form = Form {
        FormGroup("Person") {
          If(book.isOpen) { country }
          name
        }
        ForEach(book.notes) { note in TextEntry(note.text) }
      }.check("must differ", reading: name, country) { name.value != country.value }
      let stage = try await Stage.show(form)
      name.value = "Sato"
      XCTAssertTrue(form.isValid, "what is not shown is not checked")
      book.isOpen = true
      book.notes = [Note(id: 1, text: "one"), Note(id: 2, text: "two")]
      await stage.nextFrame()
      XCTAssertEqual(form.inputs.map(\.label), ["Country", "Name", "one", "two"])
      XCTAssertFalse(form.isValid)
      XCTAssertTrue(form.firstInvalid === country)
      country.value = "Sato"
      XCTAssertFalse(form.isValid)
      book.notes.reverse()
      await stage.nextFrame()
      XCTAssertEqual(form.inputs.map(\.label), ["Country", "Name", "two", "one"])
      XCTAssertEqual(Self.order(of: form), ["Country", "Name", "two", "one"])
      country.value = ""
      XCTAssertFalse(form.isValid)
      book.isOpen = false
      await stage.nextFrame()
      XCTAssertTrue(form.isValid)
      XCTAssertEqual(Self.order(of: form), ["Name", "two", "one"])
      XCTAssertFalse(stage.dump().contains("Country"))
      // What comes back is as it was left.
      book.isOpen = true
      await stage.nextFrame()
      XCTAssertEqual(country.value, "")
      XCTAssertFalse(form.isValid)
      XCTAssertEqual(Self.order(of: form), ["Country", "Name", "two", "one"])
      try await stage.close()
    }
  }

  func testAComplaintStandsWhereItsInputIs() throws {
    try onLoop {
      let book = Notebook()
      let (first, second) = (TextEntry("First"), TextEntry("Second"))
      let place = TextEntry("Place")
      let form = Form {
        first
        second
        If(book.isOpen) { place }
      }.check("must differ", at: place, reading: first, second) { first.value != second.value }
      let stage = try await Stage.show(form)
      first.value = "a"
      second.value = "a"
      XCTAssertFalse(form.isValid)
      book.isOpen = true
      await stage.nextFrame()
      XCTAssertTrue(form.firstInvalid === place)
      book.isOpen = false
      await stage.nextFrame()
      XCTAssertFalse(form.isValid)
      XCTAssertNil(form.firstInvalid)
      second.value = "b"
      XCTAssertTrue(form.isValid)
      try await stage.close()
    }
  }

  /// Its inputs as they stand on the screen, from the top.
  @MainActor
  private static func order(of form: Form) -> [String] {
    form.inputs.map { input -> (Float, String) in
      var bounds = graphene_rect_t()
      if let native = input.native, let around = form.native {
        _ = gtk_widget_compute_bounds(native, around, &bounds)
      }
      return (bounds.origin.y, input.label)
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  func testWhatHasGoneFollowsNothing() throws {
    try onLoop {
      let book = Notebook()
      var readings = 0
      book.isOpen = true
      let stack = Stack {
        If(book.isOpen) {
          Label {
            readings += 1
            return "\(book.depth)"
          }
        }
      }
      let stage = try await Stage.show(stack)
      XCTAssertEqual(readings, 1)
      // Both in one frame: what is taken away is not looked at any more.
      book.depth = 1
      book.isOpen = false
      await stage.nextFrame()
      XCTAssertEqual(readings, 1)
      XCTAssertEqual(Self.texts(of: stack), [])
      try await stage.close()
    }
  }

  @MainActor
  private static func children(of part: Part) -> [NativeWidget] {
    var found: [NativeWidget] = []
    var child = part.native.flatMap { gtk_widget_get_first_child($0) }
    while let next = child {
      found.append(next)
      child = gtk_widget_get_next_sibling(next)
    }
    return found
  }

  @MainActor
  private static func texts(of part: Part) -> [String] {
    children(of: part).compactMap { (Part.of($0) as? Label)?.text }
  }
}
