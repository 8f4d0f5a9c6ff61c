import HikidashiMotion
import Testing

/// What is refused, where, and in which words.
@Suite struct RefusalTests {
  private let title = Element(.text("a"), id: "title").fade(from: 0, to: 1, over: 1)

  private func refusal(_ items: SceneItem...) -> SceneError? {
    do throws(SceneError) {
      _ = try Scene(items)
      return nil
    } catch {
      return error
    }
  }

  private func moved(_ timing: Timing, curve: Curve = .linear) -> Element {
    Element(.text("b")).animate(
      .position, from: Point(0, 0), to: Point(1, 1), timing, curve: curve)
  }

  @Test func unknownNames() {
    #expect(
      refusal(.element(title.starts(.after("titel"))))
        == .unknownID(place: "items[0].start", id: "titel"))
    #expect(
      refusal(.element(Element(sharing: "x"))) == .unknownID(place: "items[0].part", id: "x"))
    #expect(
      refusal(.element(title), .element(title))
        == .duplicateID(place: "items[1]", id: "title", first: "items[0]"))
    let sharing = Element(sharing: "title", id: "second")
    let third = Element(sharing: "second")
    guard
      case .badValue(let place, _) = refusal(.element(title), .element(sharing), .element(third))
    else {
      Issue.record("a part of a part is refused")
      return
    }
    #expect(place == "items[2].part")
  }

  @Test(arguments: [
    (Timing(0), "duration"), (Timing(-1), "duration"), (Timing(.nan), "duration"),
    (Timing(.infinity), "duration"), (Timing(1, delay: .infinity), "delay"),
    (Timing(1, repeats: 0), "repeats"), (Timing(1, repeats: -1), "repeats"),
    (Timing(1, repeatDelay: -1), "repeatDelay"), (Timing(1, speed: 0), "speed"),
    (Timing(), "duration"),
  ])
  func numbersOfATiming(timing: Timing, key: String) {
    guard case .badValue(let place, _) = refusal(.element(moved(timing))) else {
      Issue.record("\(timing) is refused")
      return
    }
    #expect(place == "items[0].tracks[0].\(key)")
  }

  @Test func numbersOfAnElementAndAGroup() {
    let element = SceneItem.element(title.repeats(0))
    #expect(
      refusal(.group(SceneGroup(.sequence, [element])))?.description
        == "items[0].items[0].repeats is wrong: 0.0 is given, but it is more than 0")
    #expect(
      refusal(.group(SceneGroup(.stagger(.nan), []))) != nil)
    #expect(refusal(.element(title.starts(.at(.nan)))) != nil)
  }

  @Test(arguments: [
    Curve.bezier(-0.1, 0, 1, 1), .bezier(0, .nan, 1, 1), .steps(0), .steps(1, .none),
    .spring(damping: 0), .points([Point(0, 0)]), .points([Point(1, 0), Point(0, 1)]),
  ])
  func curves(curve: Curve) {
    guard case .badValue(let place, _) = refusal(.element(moved(Timing(1), curve: curve))) else {
      Issue.record("\(curve) is refused")
      return
    }
    #expect(place == "items[0].tracks[0].curve")
  }

  @Test func keyframes() {
    func place(_ keyframes: [Keyframe<Double>]) -> String? {
      let element = Element(.text("")).animate(.opacity, through: keyframes, Timing(1))
      guard case .badValue(let place, _) = refusal(.element(element)) else { return nil }
      return place
    }
    #expect(place([Keyframe(1)]) == "items[0].tracks[0]")
    #expect(place([Keyframe(1), Keyframe(.nan)]) == "items[0].tracks[0].keyframes[1]")
    #expect(place([Keyframe(1, at: 0.5), Keyframe(1)]) == "items[0].tracks[0].keyframes")
    #expect(
      place([Keyframe(1), Keyframe(1, at: 0.5), Keyframe(0, at: 0.4), Keyframe(1)])
        == "items[0].tracks[0].keyframes[2].at")
    #expect(place([Keyframe(1), Keyframe(1), Keyframe(0, at: 0.4), Keyframe(1)]) == nil)
    let axis = Element(.text("")).turn(from: 0, to: 90, about: Vector(0, 0, 0), over: 1)
    #expect(refusal(.element(axis)) != nil)
    let flat = Element(.text("")).animate(.perspective, from: 100, to: 0, Timing(1))
    #expect(refusal(.element(flat)) != nil)
    #expect(refusal(.element(Element(.text("")).move(along: Path(), Timing(1)))) != nil)
  }

  @Test func circles() {
    #expect(
      refusal(
        .element(Element(.text(""), id: "a").starts(.after("b"))),
        .element(Element(.text(""), id: "b").starts(.with("c"))),
        .element(Element(.text(""), id: "c").starts(.after("a"))))?.description
        == "“a”, “b”, “c” begin after one another in a circle; let one begin otherwise")
    #expect(
      refusal(.element(title.starts(.with("title")))) == .cycle(places: ["“title”"]))
    let inside = title.starts(.after("group"))
    #expect(
      refusal(.group(SceneGroup(.together, id: "group", [.element(inside)])))
        == .cycle(places: ["“group”", "“title”"]))
  }

  @Test func overlaps() {
    let first = Element(.text("")).move(from: Point(0, 0), to: Point(1, 1), over: 1)
    let overlapping = first.move(from: Point(0, 0), to: Point(1, 1), over: 1, delay: 0.5)
    #expect(
      refusal(.element(overlapping))
        == .overlap(
          part: "items[0]", property: .position, first: "items[0].tracks[0]",
          second: "items[0].tracks[1]"))
    let after = first.move(from: Point(0, 0), to: Point(1, 1), over: 1, delay: 1)
    #expect(refusal(.element(after)) == nil)
    let fading = Element(sharing: "title").fade(from: 1, to: 0, over: 1)
    #expect(refusal(.element(title), .element(fading)) != nil)
    #expect(refusal(.element(title), .element(fading.starts(.after("title")))) == nil)
    #expect(refusal(.element(title), .element(fading.starts(.after("title", by: -0.1)))) != nil)
    // As long as a group with a time of its own lasts, it moves all that it ever moves.
    let group = SceneGroup(.together, id: "group", [.element(title)]).timed(Timing(repeats: 3))
    #expect(refusal(.group(group), .element(fading.delay(1))) != nil)
    #expect(refusal(.group(group), .element(fading.starts(.after("group")))) == nil)
  }

  @Test(arguments: ["layer", "showsBack", "wipeEdge"])
  func whatIsOfThePartOfAnother(key: String) {
    let sharing = Element(sharing: "title")
    let elements = [
      "layer": sharing.layer(1), "showsBack": sharing.backFace(isVisible: false),
      "wipeEdge": sharing.wipes(from: .top),
    ]
    #expect(
      refusal(.element(title), .element(elements[key] ?? sharing))?.description
        == "items[1].\(key) is wrong: it is of the part; say it of “title”, which has the part")
    #expect(refusal(.element(title), .element(sharing.delay(1))) == nil)
  }

  @Test func colorsOfWhatIsNoText() {
    let reason = "only a text has a color; give the part a tint"
    for content in [Element.Content.image("a"), .widget("a")] {
      let element = Element(content, id: "a")
      #expect(
        refusal(.element(element.set(.color, .black)))
          == .badValue(place: "items[0].set.color", reason: reason))
      let stage = Element(sharing: "a").set(.tint, .black)
        .animate(.color, from: .black, to: .white, Timing(1))
      #expect(
        refusal(.element(element), .element(stage))
          == .badValue(place: "items[1].tracks[0].property", reason: reason))
    }
    let stage = Element(sharing: "title").set(.color, .black)
    #expect(refusal(.element(title), .element(stage)) == nil)
  }

  @Test func whatNeverEnds() {
    let endless = Element(.text(""), id: "endless").animate(
      .opacity, from: 0, to: 1, Timing(1, repeats: .infinity))
    #expect(refusal(.element(endless)) == nil)
    #expect(
      refusal(.element(endless), .element(title.starts(.after("endless"))))
        == .endless(place: "items[1]"))
    #expect(
      refusal(.group(SceneGroup(.sequence, [.element(endless), .element(title)])))
        == .endless(place: "items[0].items[1]"))
    #expect(refusal(.element(endless.speed(2))) == .endless(place: "items[0]"))
    #expect(throws: SceneError.endless(place: "repeats")) {
      try Scene(repeats: 2, [.element(endless)])
    }
  }

  @Test func timesOfOthers() {
    let group = SceneGroup(.together, id: "group", [.element(title)]).timed(Timing(speed: 2))
    let late = Element(.text("")).starts(.after("title"))
    #expect(
      refusal(.group(group), .element(late)) == .otherTime(place: "items[1].start", id: "title"))
    let label = SceneGroup(.together, [.label(SceneLabel("now"))]).timed(Timing(1))
    #expect(refusal(.group(label)) == nil)
    #expect(refusal(.group(label.timed(Timing(1, repeats: 2)))) != nil)
  }

  @Test func theSceneItself() {
    #expect(throws: SceneError.self) { try Scene(size: Size(0, 10), []) }
    #expect(throws: SceneError.self) { try Scene(repeats: 0, []) }
    var group = SceneGroup(.together, [])
    for _ in 0..<100 { group = SceneGroup(.together, [.group(group)]) }
    #expect(refusal(.group(group)) != nil)
  }
}
