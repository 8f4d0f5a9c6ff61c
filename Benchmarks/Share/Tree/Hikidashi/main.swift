import Hikidashi

let planets = Outline {
  Section("Rocky", open: true) {
    ["Mercury", "Venus"]
    Node("Earth") { "Moon" }
    Node("Mars") { ["Phobos", "Deimos"] }
  }
  Section("Giant") {
    Node("Jupiter") { ["Io", "Europa", "Ganymede", "Callisto"] }
    ["Saturn", "Uranus", "Neptune"]
  }
}
App(id: "org.example.Planets") {
  let view = OutlineView(planets).keeping("planets")
  Window("Planets", width: 360, height: 800) {
    SearchField("Name of a planet or a moon") { view.filter($0) }.margin(6)
    view
    Stack(.horizontal, spacing: 6) {
      Button("_Open All") { view.change { $0.openAll() } }
      Button("_Close All") { view.change { $0.closeAll() } }
    }.margin(6)
  }
}.run()
