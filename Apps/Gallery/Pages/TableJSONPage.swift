import Hikidashi

enum TableJSONPage: GalleryPage {
  static let title = tr("A table in JSON")
  static let summary = tr("Columns from JSON; a mistake in it is named with its place.")
  static let file = #filePath

  struct Planet: Identifiable {
    var id: String
    var moons: Int
    var mass: Double
  }

  static let json = """
    {
      "selection": "multiple",
      "columns": [
        { "name": "name", "title": "Planet" },
        { "name": "moons", "title": "Moons", "alignment": "end", "width": 70, "style": "numeric" },
        { "name": "mass", "title": "Earths", "kind": "progress", "width": 120 }
      ]
    }
    """

  static func make() -> Part {
    let planets = [("Earth", 1, 1.0), ("Mars", 2, 0.11), ("Venus", 0, 0.82), ("Mercury", 0, 0.06)]
      .map { Planet(id: $0.0, moons: $0.1, mass: $0.2) }
    do throws(TableDefinitionError) {
      return try TableView(
        planets, TableDefinition(json: json), .text("name") { $0.id },
        .text("moons") { "\($0.moons)" }, .progress("mass") { $0.mass })
    } catch {
      return StatusPage("The JSON is wrong", description: error.description)
    }
  }
}
