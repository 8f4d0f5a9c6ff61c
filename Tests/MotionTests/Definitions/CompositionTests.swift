import HikidashiMotion
import Testing

/// When things begin, read from where parts are.
@Suite struct CompositionTests {
  /// A second's way from 0 to 100, so that a position tells the time.
  private func second(_ id: String) -> Element {
    Element(.text(id), id: id).move(from: Point(0, 0), to: Point(100, 0), over: 1)
  }

  /// How far each of the parts is, at a time.
  private func ways(_ scene: Scene, _ time: Double) -> [Double] {
    scene.state(at: time).map { $0.transform.columns.w.x.rounded() }
  }

  @Test func togetherAllBeginAtOnce() throws {
    let scene = try Scene {
      second("a")
      second("b").delay(0.5)
    }
    #expect(ways(scene, 0.75) == [75, 25])
    #expect(scene.duration == 1.5)
  }

  @Test func inASequenceEachBeginsAfterTheOneBefore() throws {
    let scene = try Scene {
      SceneGroup(.sequence) {
        second("a")
        second("b").delay(0.5)
        second("c")
      }
    }
    #expect(ways(scene, 1.75) == [100, 25, 0])
    #expect(ways(scene, 3) == [100, 100, 50])
    #expect(scene.duration == 3.5)
  }

  @Test func staggeredEachBeginsAfterTheSameTime() throws {
    let scene = try Scene {
      SceneGroup(.stagger(0.25)) {
        second("a")
        second("b")
        second("c")
      }
    }
    #expect(ways(scene, 0.75) == [75, 50, 25])
  }

  @Test func anElementBeginsWithOrAfterAnother() throws {
    let scene = try Scene {
      second("late").starts(.after("title", by: 0.5))
      second("early").starts(.with("title", by: 0.25))
      second("title").delay(1)
      second("fixed").starts(.at(0.125))
    }
    #expect(ways(scene, 1.5) == [0, 25, 50, 100])
    #expect(ways(scene, 2.75) == [25, 100, 100, 100])
  }

  @Test func labelsAreTimesToBeginWith() throws {
    let scene = try Scene {
      SceneGroup(.sequence) {
        second("a")
        SceneLabel("middle")
        second("b")
      }
      SceneLabel("early", .at(0.5))
      second("c").starts(.with("middle", by: -0.5))
    }
    #expect(scene.labels.map(\.name) == ["early", "middle"])
    #expect(scene.labels.map(\.time) == [0.5, 1])
    #expect(ways(scene, 1) == [100, 0, 50])
  }

  @Test func aLabelWithATimeOfItsOwnMovesNothingInASequence() throws {
    let scene = try Scene {
      SceneGroup(.sequence) {
        second("a")
        SceneLabel("early", .at(0.3))
        second("b")
        SceneLabel("with", .with("a", by: 0.1))
        SceneLabel("end")
      }
    }
    #expect(ways(scene, 1.5) == [100, 50])
    #expect(scene.labels.map(\.name) == ["with", "early", "end"])
    #expect(scene.labels.map(\.time) == [0.1, 0.3, 2])
  }

  @Test func aGroupRepeatsAllThatIsInIt() throws {
    let scene = try Scene {
      SceneGroup(.sequence, id: "both") {
        second("a")
        second("b")
      }
      .timed(Timing(delay: 1, repeats: 2.5, repeatDelay: 0.5, direction: .alternating))
      second("then").starts(.after("both"))
    }
    #expect(scene.duration == 8)
    #expect(ways(scene, 0) == [0, 0, 0])
    #expect(ways(scene, 2.75) == [100, 75, 0])
    #expect(ways(scene, 3.25) == [100, 100, 0])  // a rest
    #expect(ways(scene, 3.75) == [100, 75, 0])  // on the way back
    #expect(ways(scene, 6.25) == [25, 0, 0])  // there again
    #expect(ways(scene, 7.5) == [100, 0, 50])  // half of a last pass, which stays
  }

  @Test func groupsLieInGroups() throws {
    let scene = try Scene {
      SceneGroup {
        SceneGroup(.sequence) {
          second("a")
          second("b")
        }.timed(Timing(speed: 2))
      }.timed(Timing(repeats: 2, direction: .backward))
    }
    #expect(scene.duration == 2)
    #expect(ways(scene, 0.25) == [100, 50])
    #expect(ways(scene, 1.75) == [50, 0])
  }

  @Test func theWholeSceneRepeats() throws {
    let scene = try Scene(repeats: 2) { second("a") }
    #expect(scene.duration == 2)
    #expect(ways(scene, 1.25) == [25])
    #expect(ways(scene, 2) == [100])
    let endless = try Scene(repeats: .infinity) { second("a") }
    #expect(endless.duration == .infinity)
    #expect(ways(endless, 1_000_000.25) == [25])
  }

  @Test func anElementOfSeveralMotionsRepeatsThemTogether() throws {
    let scene = try Scene {
      second("a").fade(from: 0, to: 1, over: 2).repeats(2)
    }
    #expect(scene.duration == 4)
    let state = scene.state(at: 2.5)
    #expect(ways(scene, 2.5) == [50])
    #expect(state[0].opacity == 0.25)
  }

  @Test func severalElementsMoveOnePartInStages() throws {
    let scene = try Scene {
      SceneGroup(.sequence) {
        Element(.text("ship"), id: "ship")
          .move(from: Point(0, 0), to: Point(100, 0), over: 1).hidden()
        Element(sharing: "ship")
          .rotate(from: 0, to: 90, over: 1).hidden()
        Element(sharing: "ship")
          .move(from: Point(100, 0), to: Point(100, 100), over: 1).delay(0.5).hidden()
      }
    }
    #expect(scene.parts.count == 1)
    #expect(scene.state(at: 0.5)["ship"]?.transform == .translation(50, 0))
    #expect(scene.state(at: 2.25).isEmpty)  // between two stages
    let last = try #require(scene.state(at: 3)["ship"])
    #expect(last.transform.columns.w == [100, 50, 0, 1])
    #expect(abs(last.transform.columns.x.y - 1) < 1e-12)  // it keeps its turn
    #expect(scene.state(at: 3.5).isEmpty)
  }

  @Test func aSceneOfNothingIsOneOfNoLength() throws {
    let scene = try Scene { Element(.text("still"), id: "still").place(Point(10, 20)) }
    #expect(scene.duration == 0)
    for time in [-1, 0, 5.0] {
      #expect(scene.state(at: time)["still"]?.transform == .translation(10, 20))
    }
  }

  @Test func aLongRowOfThoseThatWaitIsNoRecursion() throws {
    var items: [SceneItem] = []
    for number in 0..<20_000 {
      items.append(.element(second("\(number)").starts(.after("\(number + 1)"))))
    }
    items.append(.element(second("20000")))
    #expect(try Scene(items).duration == 20_001)
  }

  @Test func aZoomIsWrittenWithOneNumber() throws {
    let short = try Scene {
      Element(.text("a")).animate(
        .zoom, through: [Keyframe(1), Keyframe(2, at: 0.2), Keyframe(1)], Timing(1))
    }
    let long = try Scene {
      Element(.text("a")).animate(
        .zoom,
        through: [Keyframe(Point(1, 1)), Keyframe(Point(2, 2), at: 0.2), Keyframe(Point(1, 1))],
        Timing(1))
    }
    for time in [0, 0.1, 0.2, 0.7, 1] {
      #expect(Array(short.state(at: time)) == Array(long.state(at: time)))
    }
  }
}
