import Foundation
import Testing

@testable import HikidashiMotion

@Suite struct StateTests {
  @Test func theSceneOfTheDesign() throws {
    let scene = try Scene(repeats: 2) {
      Element(.text("こんにちは", font: Font(size: 24)), id: "greeting")
        .move(from: Point(0, 0), to: Point(200, 80), over: 1.5, delay: 0.3, curve: .easeInOut)
        .fade(from: 1, to: 0, over: 1.5)
    }
    #expect(abs(scene.duration - 3.6) < 1e-12)
    let part = try #require(scene.state(at: 1.05)["greeting"])
    #expect(abs(part.transform.columns.w.x - 100) < 1e-6)
    #expect(abs(part.opacity - 0.3) < 1e-12)
    #expect(part.anchor == Point(0.5, 0.5))
    #expect(part.transform(size: Size(40, 20)).project(Point(20, 10)) == Point(100, 40))
  }

  @Test func slotsAreThoseOfTheProperties() {
    let slots: [SceneProperty: Int] = [
      .position: PartValues.Slot.position, .zoom: PartValues.Slot.zoom,
      .rotation: PartValues.Slot.rotation, .anchor: PartValues.Slot.anchor,
      .opacity: PartValues.Slot.opacity, .translation: PartValues.Slot.translation,
      .rotationX: PartValues.Slot.rotationX, .rotationY: PartValues.Slot.rotationY,
      .turn: PartValues.Slot.turn, .scale: PartValues.Slot.scale,
      .perspective: PartValues.Slot.perspective, .size: PartValues.Slot.size,
      .color: PartValues.Slot.color, .blur: PartValues.Slot.blur,
      .brightness: PartValues.Slot.brightness, .contrast: PartValues.Slot.contrast,
      .saturation: PartValues.Slot.saturation, .hue: PartValues.Slot.hue,
      .tint: PartValues.Slot.tint, .shadow: PartValues.Slot.shadow,
      .wipe: PartValues.Slot.wipe, .clip: PartValues.Slot.clip,
    ]
    for property in SceneProperty.allCases { #expect(slots[property] == property.slot) }
    #expect(SceneProperty.neutralValues.count == PartValues.Slot.end)
  }

  @Test func effectsChange() throws {
    let scene = try Scene {
      Element(.text("a"), id: "a")
        .animate(.blur, from: 0, to: 8, Timing(1))
        .animate(.brightness, from: 1, to: 0, Timing(1))
        .animate(.contrast, from: 1, to: 0.5, Timing(1))
        .animate(.saturation, from: 1, to: 3, Timing(1))
        .animate(.hue, from: 0, to: 360, Timing(1))
        .animate(.tint, from: .clear, to: Color(1, 0, 0), Timing(1))
        .animate(
          .shadow, from: .none, to: Shadow(.black, radius: 8, offset: Point(4, 4)), Timing(1)
        )
        .animate(.wipe, from: 0, to: 1, Timing(1))
        .animate(.clip, from: .none, to: Clip(top: 0.5, left: 1), Timing(1))
        .animate(.size, from: Size(10, 10), to: Size(30, 50), Timing(1))
        .animate(.color, from: .black, to: .white, Timing(1))
    }
    let effects = try #require(scene.state(at: 0.5)["a"]).effects
    #expect(effects.blur == 4)
    #expect(effects.brightness == 0.5)
    #expect(effects.contrast == 0.75)
    #expect(effects.saturation == 2)
    #expect(effects.hue == 180)
    #expect(effects.tint == Color(1, 0, 0, 0.5))  // not half of black
    #expect(effects.shadow == Shadow(Color(0, 0, 0, 0.5), radius: 4, offset: Point(2, 2)))
    #expect(effects.wipe == 0.5)
    #expect(effects.clip == Clip(top: 0.25, left: 0.5))
    #expect(effects.size == Size(20, 30))
    #expect(effects.color == Color(0.5, 0.5, 0.5))
  }

  @Test func whatIsNotSetIsThePartsOwn() throws {
    let scene = try Scene {
      Element(.text("a"), id: "a").animate(.blur, from: 1, to: 0, Timing(1, delay: 1, fill: .none))
    }
    let part = try #require(scene.state(at: 0)["a"])
    #expect(part.effects == .none)
    #expect(part.transform == .identity)
  }

  @Test func aPartStandsBeforeThoseOfALesserLayer() throws {
    let scene = try Scene {
      Element(.text("front"), id: "front").layer(1)
      Element(.text("back"), id: "back")
      Element(.text("middle"), id: "middle")
    }
    #expect(scene.state(at: 0).map(\.id) == ["back", "middle", "front"])
    #expect(scene.state(at: 0).map(\.index) == [1, 2, 0])
  }

  @Test func hiddenIsBeforeTheBeginningAndFromTheEndOn() throws {
    let scene = try Scene {
      Element(.text("a"), id: "a").fade(from: 0, to: 1, over: 1).delay(1).hidden()
      Element(.text("b"), id: "b").lasts(3).hidden(before: false)
    }
    #expect(scene.state(at: 0.999).map(\.id) == ["b"])
    #expect(scene.state(at: 1).map(\.id) == ["a", "b"])
    #expect(scene.state(at: 1.999).map(\.id) == ["a", "b"])
    #expect(scene.state(at: 2).map(\.id) == ["b"])
    #expect(scene.state(at: 3).isEmpty)
  }

  @Test func aPathIsGoneAlongEvenly() throws {
    var path = Path()
    path.move(to: Point(0, 0))
    path.line(to: Point(100, 0))
    path.line(to: Point(100, 300))
    let scene = try Scene {
      Element(.text("a"), id: "a").move(along: path, turns: true, Timing(4))
    }
    #expect(scene.state(at: 0.5)["a"]?.transform.columns.w == [50, 0, 0, 1])
    let later = try #require(scene.state(at: 2)["a"]).transform
    #expect(abs(later.columns.w.y - 100) < 1e-9)
    #expect(abs(later.columns.x.y - 1) < 1e-12)  // it points downwards
    var circle = Path()
    circle.arc(center: Point(0, 0), radius: 100, from: 0, to: 360)
    let round = try Scene { Element(.text("a"), id: "a").move(along: circle, Timing(360)) }
    for degree in stride(from: 0.0, through: 360, by: 7.5) {
      let place = try #require(round.state(at: degree)["a"]).transform.columns.w
      let expected = Transform.rotation(degrees: degree).apply(to: Point(100, 0))
      #expect((Point(place.x, place.y) - expected).length < 0.1)
    }
  }

  @Test func whatIsSeenCanBeTouched() throws {
    let scene = try Scene {
      Element(.text("a"), id: "a").place(Point(50, 60)).set(.perspective, 500)
        .set(.rotationY, 60).set(.rotation, 20).set(.zoom, Point(2, 3))
    }
    let transform = try #require(scene.state(at: 0)["a"]).transform(size: Size(40, 20))
    for point in [Point(0, 0), Point(40, 20), Point(13, 7)] {
      let seen = try #require(transform.project(point))
      let back = try #require(transform.unproject(seen))
      #expect((back - point).length < 1e-9)
    }
    #expect(transform.showsFront)
    let behind = try Scene { Element(.text("a"), id: "a").set(.rotationY, 120) }
    #expect(try #require(behind.state(at: 0)["a"]).transform.showsFront == false)
  }

  @Test func aBufferIsFilledWithTheSameAsIsMade() throws {
    let first = try Scene {
      for number in 0..<10 {
        Element(.text("")).fade(from: 0, to: 1, over: Double(number + 1)).hidden()
          .animate(.rotationX, from: 0, to: 90, Timing(1))
          .animate(.blur, from: 0, to: 4, Timing(1))
      }
    }
    let second = try Scene { Element(.text("")).move(from: .zero, to: Point(9, 9), over: 2) }
    var buffer = SceneState()
    for scene in [first, second, first] {
      for time in [3, 0.5, 11, -1, 0.25] {
        scene.state(at: time, into: &buffer)
        #expect(Array(buffer) == Array(scene.state(at: time)))
      }
    }
  }

  @Test func aBufferKeepsItsMemory() throws {
    let scene = try Scene {
      for number in 0..<100 {
        Element(.text("")).fade(from: 0, to: 1, over: Double(number + 1)).hidden()
        if number % 3 == 0 {
          Element(.text("")).animate(.rotationX, from: 0, to: 90, Timing(Double(number + 1)))
            .animate(.blur, from: 0, to: 4, Timing(1)).hidden()
        }
      }
    }
    func places(_ state: inout SceneState) -> [UnsafeRawPointer?] {
      [
        state.entries.withUnsafeMutableBufferPointer { UnsafeRawPointer($0.baseAddress) },
        state.solids.withUnsafeMutableBufferPointer { UnsafeRawPointer($0.baseAddress) },
        state.effects.withUnsafeMutableBufferPointer { UnsafeRawPointer($0.baseAddress) },
        state.moments.withUnsafeMutableBufferPointer { UnsafeRawPointer($0.baseAddress) },
        state.progress.withUnsafeMutableBufferPointer { UnsafeRawPointer($0.baseAddress) },
      ]
    }
    var state = SceneState()
    scene.state(at: 0, into: &state)
    let first = places(&state)
    for time in stride(from: 0.0, to: 110, by: 0.5) {
      scene.state(at: time, into: &state)
      #expect(places(&state) == first)
    }
  }

  @Test func sinesAreThoseOfTheCLibrary() {
    for step in -20_000...20_000 {
      let degrees = Double(step) * 0.37
      let (sine, cosine) = sineAndCosine(degrees: degrees)
      let angle = degrees * .pi / 180
      guard abs(sine - sin(angle)) < 1e-13, abs(cosine - cos(angle)) < 1e-13 else {
        Issue.record("\(degrees)°: \(sine), \(cosine)")
        return
      }
    }
    #expect(sineAndCosine(degrees: 270) == (-1, 0))
    #expect(sineAndCosine(degrees: 360e9) == (0, 1))
    #expect(sineAndCosine(degrees: .infinity).sine.isNaN)
  }

  @Test func noTimeIsTooOdd() throws {
    let scene = try Scene(repeats: .infinity) {
      Element(.text("a")).move(from: .zero, to: Point(1, 1), over: 0.1)
    }
    for time in [Double.nan, .infinity, -.infinity, 1e300, .greatestFiniteMagnitude] {
      #expect(scene.state(at: time).count == 1)
    }
  }
}
