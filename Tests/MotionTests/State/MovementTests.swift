import HikidashiGeometry
import Testing

@testable import HikidashiMotion

/// How a part in a layout looks on its way, without a screen.
@Suite struct MovementTests {
  private func pose(
    _ movement: Movement, _ way: MovementCourse.Way = .coming, at time: Double,
    isRightToLeft: Bool = false
  ) throws -> MovementPose? {
    var course = try MovementCourse(
      movement, way, size: Size(100, 40), isRightToLeft: isRightToLeft)
    return course.pose(at: time)
  }

  @Test func whatComesEndsAsUsualAndWhatGoesBeginsSo() throws {
    let movement = Movement.fade(over: 1, curve: .linear)
      .slide(from: .bottom, by: 24, over: 1, curve: .linear)
      .scale(from: 0.5, over: 1, curve: .linear).turn(from: 90, over: 1, curve: .linear)
      .blur(from: 8, over: 1, curve: .linear)
    for (way, end) in [(MovementCourse.Way.coming, 1.0), (.going, 0)] {
      let pose = try #require(try pose(movement, way, at: end))
      let corner = pose.transform.apply(to: Point(100, 40))
      #expect(abs(corner.x - 100) < 1e-9 && abs(corner.y - 40) < 1e-9)
      #expect(pose.opacity == 1)
      #expect(pose.blur == 0)
    }
    let away = try #require(try pose(movement, at: 0))
    #expect(away.opacity == 0)
    #expect(away.blur == 8)
    // The middle is 24 lower; the upper left corner is turned about it by a quarter, half as far.
    let middle = away.transform.apply(to: Point(50, 20))
    #expect(abs(middle.x - 50) < 1e-9 && abs(middle.y - 44) < 1e-9)
    let corner = away.transform.apply(to: Point(0, 0))
    #expect(abs(corner.x - 60) < 1e-9 && abs(corner.y - 19) < 1e-9)
  }

  @Test func itSlidesByItsOwnSizeFromAnyEdge() throws {
    func away(_ edge: Movement.Edge, isRightToLeft: Bool = false) throws -> Point? {
      try pose(.slide(from: edge), at: 0, isRightToLeft: isRightToLeft)?.transform.apply(to: .zero)
    }
    #expect(try away(.top) == Point(0, -40))
    #expect(try away(.bottom) == Point(0, 40))
    #expect(try away(.leading) == Point(-100, 0))
    #expect(try away(.trailing) == Point(100, 0))
    #expect(try away(.leading, isRightToLeft: true) == Point(100, 0))
    #expect(try away(.trailing, isRightToLeft: true) == Point(-100, 0))
  }

  @Test func eachChangeHasItsOwnTimeAndCurve() throws {
    let movement = Movement.fade(over: 1, delay: 1, curve: .linear)
      .slide(from: .top, by: 10, over: 2, curve: .backOut)
    #expect(try MovementCourse(movement, .coming, size: Size(1, 1)).duration == 2)
    let pose = try #require(try pose(movement, at: 1.5))
    #expect(pose.opacity == 0.5)
    #expect(abs(pose.transform.ty - -10 * (1 - Curve.backOut.value(at: 0.75))) < 1e-9)
    #expect(try #require(try self.pose(movement, at: 0.5)).opacity == 0)
  }

  @Test func keyframesGoTheSameWayInBoth() throws {
    let shake = Movement.animate(
      .rotation, through: [Keyframe(0), Keyframe(90), Keyframe(0)], Timing(1))
    for way in [MovementCourse.Way.coming, .going] {
      let pose = try #require(try pose(shake, way, at: 0.5))
      #expect(abs(pose.transform.b - 1) < 1e-9)
    }
  }

  @Test func whatIsSeenFromItsEdgeIsNotSeen() throws {
    let turn = Movement.turn(from: 90, about: Vector(0, 1, 0), over: 1, curve: .linear)
    #expect(try pose(turn, at: 0) == nil)
    let half = try #require(try pose(turn, at: 1.0 / 3))
    #expect(abs(half.transform.a - 0.5) < 1e-9)
    #expect(try pose(.scale(from: 0), at: 0) == nil)
  }

  @Test func itIsRefusedWithItsPlace() {
    func refusal(_ movement: Movement) -> String? {
      do {
        _ = try MovementCourse(movement, .coming, size: Size(1, 1))
        return nil
      } catch { return "\(error)" }
    }
    #expect(refusal(.fade(over: 0))?.contains("more than 0") == true)
    #expect(refusal(.fade(delay: .nan))?.contains("finite") == true)
    #expect(refusal(.slide(from: .top, by: .infinity)) != nil)
    #expect(
      refusal(
        .animate(.wipe, through: [Keyframe(0), Keyframe(1)], Timing(1)))?.contains(
          "a part in a layout has no wipe") == true)
    #expect(
      refusal(
        .animate(.opacity, through: [Keyframe(0), Keyframe(1)], Timing(1, repeats: .infinity)))
        != nil)
    #expect(refusal(.fade().fade())?.contains("at the same time") == true)
    #expect(refusal(.none) == nil)
  }
}
