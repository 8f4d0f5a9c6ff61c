import BareHelp

var window: PlanetWindow?
run("org.example.Planets") { window = PlanetWindow($0) }
