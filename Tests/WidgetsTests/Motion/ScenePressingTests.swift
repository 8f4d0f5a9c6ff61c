import CHikidashiGTK
import HikidashiBase
import HikidashiMotion
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiScenes
@testable import HikidashiWidgets

/// What is pressed is what is seen, wherever it stands.
final class ScenePressingTests: XCTestCase {
  private typealias Part = Element

  private final class Presses {
    var list: [String] = []
  }

  @MainActor
  private static func view(
    _ presses: Presses, @SceneBuilder _ items: () -> [SceneItem]
  ) throws -> SceneView {
    let scene = try HikidashiMotion.Scene(size: Size(400, 300), items)
    let view = try SceneView(
      scene, "Scene", widgets: { name in Button(name) { presses.list.append(name) } })
    view.onPress = { presses.list.append("part \($0 ?? "none")") }
    return view.align(horizontal: .start, vertical: .start)
  }

  private static func button(_ name: String, _ place: Point) -> Element {
    Part(.widget(name), id: name).place(place).set(.size, Size(160, 80))
  }

  /// The button that GTK finds at a point, and where in it, in its own coordinates.
  @MainActor
  private static func picked(_ view: SceneView, _ point: Point) -> (name: String, place: Point)? {
    guard let native = view.native,
      var widget = gtk_widget_pick(native, point.x, point.y, GTK_PICK_DEFAULT)
    else { return nil }
    while !isWidget(widget, gtk_button_get_type()) {
      guard widget != native, let parent = gtk_widget_get_parent(widget) else { return nil }
      widget = parent
    }
    var (x, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(native, widget, point.x, point.y, &x, &y)
    // GTK tells where it is in the button's content.
    var bounds = graphene_rect_t()
    _ = gtk_widget_compute_bounds(widget, widget, &bounds)
    x -= Double(bounds.origin.x)
    y -= Double(bounds.origin.y)
    return (
      gtk_button_get_label(widget.cast(to: GtkButton.self)).map { String(cString: $0) } ?? "",
      Point(x, y)
    )
  }

  /// Every fourth pixel, beside what the transform says.
  @MainActor
  private static func check(_ view: SceneView, _ name: String, _ what: String) throws {
    let part = try XCTUnwrap(view.state[name], what)
    let transform = part.transform(size: Size(160, 80))
    let area = Rect(0, 0, 160, 80)
    var inside = 0
    for y in stride(from: 1.0, to: 300, by: 4) {
      for x in stride(from: 1.0, to: 400, by: 4) {
        let place = transform.unproject(Point(x, y))
        let found = picked(view, Point(x, y))
        let hit = view.part(at: Point(x, y))
        // Not at the very edge, nor in the corners, which are round.
        if let place, area.inset(by: 8).contains(place) {
          inside += 1
          XCTAssertEqual(found?.name, name, "\(what) at \(x), \(y)")
          XCTAssertEqual(hit, name, "\(what) at \(x), \(y)")
          let distance = found.map { ($0.place - place).length } ?? .infinity
          XCTAssertLessThan(distance, 0.5, "\(what) at \(x), \(y)")
          guard found?.name == name, distance < 0.5 else { return }
        } else if place.map({ area.inset(by: -2).contains($0) }) != true {
          XCTAssertNil(found, "\(what) at \(x), \(y)")
          XCTAssertNil(hit, "\(what) at \(x), \(y)")
          guard found == nil else { return }
        }
      }
    }
    XCTAssertGreaterThan(inside, 100, what)
  }

  func testAWidgetIsFoundWhereItIsSeen() throws {
    try onLoop {
      let button = Self.button("Turn", Point(200, 150))
      let turned: [(String, Element)] = [
        ("flat", button), ("rotated", button.set(.rotation, 30)),
        ("zoomed", button.set(.zoom, Point(0.5, 2))),
        ("mirrored", button.set(.zoom, Point(-1, 1))),
        ("slanted", button.set(.rotation, 30).set(.rotationX, 50)),
        ("about y", button.set(.perspective, 250).set(.rotationY, 55)),
        ("about x", button.set(.perspective, 200).set(.rotationX, -50)),
        ("behind", button.set(.perspective, 300).set(.rotationY, 150)),
        (
          "about any axis",
          button.set(.perspective, 220).set(.turn, Turn(50, about: Vector(1, 2, 0.5)))
            .set(.translation, Vector(20, -10, 40)).set(.rotation, 15)
        ),
      ]
      for (what, element) in turned {
        let view = try Self.view(Presses()) { element }
        let stage = try await Stage.show(view)
        try Self.check(view, "Turn", what)
        try await stage.close()
      }
    }
  }

  func testAButtonInSpaceCanBePressed() throws {
    try onLoop {
      let presses = Presses()
      let view = try Self.view(presses) {
        Self.button("Turn", Point(200, 150)).set(.perspective, 200).set(.rotationY, 60)
      }
      let stage = try await Stage.show(view)
      let scene = try stage.find("img", "Scene")
      let transform = try XCTUnwrap(view.state["Turn"]).transform(size: Size(160, 80))
      for corner in [Point(14, 14), Point(146, 14), Point(14, 66), Point(146, 66)] {
        let seen = try XCTUnwrap(transform.project(corner))
        try await stage.click(scene, at: (seen.x, seen.y))
      }
      XCTAssertEqual(presses.list, Array(repeating: "Turn", count: 4))
      // Where it would be if it did not stand in space.
      presses.list = []
      try await stage.click(scene, at: (130, 120))
      try await stage.click(scene, at: (20, 20))
      XCTAssertEqual(presses.list, ["part none", "part none"])
      try await stage.close()
    }
  }

  func testAHiddenBackIsNotPressed() throws {
    try onLoop {
      let presses = Presses()
      let view = try Self.view(presses) {
        Self.button("Back", Point(200, 80)).set(.rotationY, 160).backFace(isVisible: false)
        Self.button("Gone", Point(200, 220)).set(.opacity, 0)
      }
      let stage = try await Stage.show(view)
      let scene = try stage.find("img", "Scene")
      for y in [80.0, 220] {
        XCTAssertNil(Self.picked(view, Point(200, y)))
        XCTAssertNil(view.part(at: Point(200, y)))
        try await stage.click(scene, at: (200, y))
      }
      XCTAssertEqual(presses.list, ["part none", "part none"])
      try await stage.close()
    }
  }

  func testWhatReachesBehindTheViewerIsNotPressed() throws {
    try onLoop {
      let presses = Presses()
      let view = try Self.view(presses) {
        Self.button("Behind", Point(200, 150))
        Part(.text("Words", font: Font(size: 40)), id: "words").place(Point(200, 150))
          .set(.size, Size(300, 80)).set(.perspective, 100).set(.rotationY, 80)
        Self.button("Near", Point(200, 150)).set(.size, Size(300, 80)).set(.perspective, 100)
          .set(.rotationY, 80)
      }
      let stage = try await Stage.show(view)
      let scene = try stage.find("img", "Scene")
      XCTAssertEqual(Self.picked(view, Point(200, 150))?.name, "Behind")
      XCTAssertEqual(view.part(at: Point(200, 150)), "Behind")
      try await stage.click(scene, at: (200, 150))
      XCTAssertEqual(presses.list, ["Behind"])
      try await stage.close()
    }
  }

  func testTheForemostIsPressed() throws {
    try onLoop {
      let presses = Presses()
      let view = try Self.view(presses) {
        Self.button("Front", Point(100, 80)).layer(1)
        Self.button("Behind", Point(160, 80))
        Self.button("Covered", Point(200, 220))
        Part(.text("Words", font: Font(size: 20)), id: "words").place(Point(200, 220))
        Self.button("Cut", Point(330, 80)).set(.clip, Clip(left: 0.5))
      }
      let stage = try await Stage.show(view)
      let scene = try stage.find("img", "Scene")
      for (x, y) in [(150.0, 80.0), (220, 80), (200, 220), (140, 220), (270, 80), (370, 80)] {
        try await stage.click(scene, at: (x, y))
      }
      XCTAssertEqual(
        presses.list, ["Front", "Behind", "part words", "Covered", "part none", "Cut"])
      try await stage.close()
    }
  }

  func testWhatTheAppHasClosedToThePointerStaysSo() throws {
    try onLoop {
      let view = try Self.view(Presses()) { Self.button("Closed", Point(200, 150)) }
      let stage = try await Stage.show(view)
      let button = try XCTUnwrap(view.widgets.values.first?.native)
      gtk_widget_set_can_target(button, 0)
      XCTAssertNil(Self.picked(view, Point(10, 10)))
      XCTAssertNil(Self.picked(view, Point(200, 150)))
      XCTAssertEqual(gtk_widget_get_can_target(button), 0)
      try await stage.close()
    }
  }

  func testAPressPausesUnderASign() throws {
    try onLoop {
      let view = try Self.view(Presses()) {
        Part(.text("Slow")).move(from: .zero, to: Point(400, 300), over: 1_000)
      }
      view.pausesOnPress = true
      let stage = try await Stage.show(view)
      view.player.isStill = { false }
      view.play()
      let scene = try stage.find("img", "Scene")
      try await stage.click(scene, at: (50, 250))
      XCTAssertEqual(view.player.state, .paused)
      XCTAssertTrue(view.isPausedByPress)
      view.focus()
      try await stage.press("space")
      XCTAssertEqual(view.player.state, .playing)
      XCTAssertFalse(view.isPausedByPress)
      view.player.pause()
      XCTAssertFalse(view.isPausedByPress)
      try await stage.close()
    }
  }

  func testAPressPausesWhatWaitsForASignal() throws {
    try onLoop {
      let view = try Self.view(Presses()) {
        SceneLabel("start")
        Part(.text("Slow")).move(from: .zero, to: Point(400, 300), over: 1_000)
      }
      view.pausesOnPress = true
      let stage = try await Stage.show(view)
      view.player.isStill = { false }
      try view.player.wait(at: "start", for: "go")
      view.play()
      let scene = try stage.find("img", "Scene")
      try await stage.click(scene, at: (50, 250))
      XCTAssertEqual(view.player.state, .paused)
      XCTAssertTrue(view.isPausedByPress)
      try await stage.click(scene, at: (50, 250))
      XCTAssertEqual(view.player.state, .waiting(signal: "go"))
      XCTAssertFalse(view.isPausedByPress)
      try await stage.close()
    }
  }

  func testASceneThatIsPutIntoAWindowPlays() throws {
    try onLoop {
      let scene = try HikidashiMotion.Scene(size: Size(80, 60), repeats: .infinity) {
        Part(.text("A", font: Font(size: 12))).move(from: .zero, to: Point(40, 40), over: 1)
      }
      let view = try SceneView(scene, "Scene").playing(pausesOnPress: true)
      XCTAssertTrue(view.pausesOnPress)
      let stage = try await Stage.show(view)
      // It has begun, and is over at once where a desktop wants nothing to move.
      XCTAssertNotEqual(view.player.state, .idle)
      XCTAssertTrue(stage.all("image", "Scene").count + stage.all("img", "Scene").count > 0)
      try await stage.close()
    }
  }
}
