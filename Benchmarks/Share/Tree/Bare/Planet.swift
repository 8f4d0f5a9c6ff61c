import BareHelp
import CBare

@MainActor
final class Planet {
  let name: String
  let below: Items<Planet>

  init(_ name: String, _ below: [Planet] = []) {
    self.name = name
    self.below = Items(below)
  }

  /// Whether its name, or that of one below it, has all words.
  func has(_ words: [String]) -> Bool {
    words.allSatisfy { name.lowercased().contains($0) } || below.values.contains { $0.has(words) }
  }

  static func all() -> [Planet] {
    func planets(_ names: String...) -> [Planet] { names.map { Planet($0) } }
    return [
      Planet(
        "Rocky",
        planets("Mercury", "Venus") + [
          Planet("Earth", planets("Moon")), Planet("Mars", planets("Phobos", "Deimos")),
        ]),
      Planet(
        "Giant",
        [Planet("Jupiter", planets("Io", "Europa", "Ganymede", "Callisto"))]
          + planets("Saturn", "Uranus", "Neptune")),
    ]
  }
}
