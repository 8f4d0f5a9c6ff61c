import Hikidashi

App(id: "org.example.Greeting") {
  let scene = try Scene(size: Size(480, 240), repeats: .infinity) {
    Element(.text("こんにちは", font: Font(size: 32)))
      .animate(
        .position, from: Point(120, 120), to: Point(360, 120),
        Timing(2, repeats: 2, direction: .alternating), curve: .easeInOut)
  }
  let view = try SceneView(scene, "こんにちは").playing(pausesOnPress: true)
  Window("Greeting", width: 520, height: 320) { view }
}.run()
