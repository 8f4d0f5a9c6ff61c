import Hikidashi

enum FilterPage: GalleryPage {
  static let title = tr("Filter and selection")
  static let summary = tr(
    """
    Typing keeps what matches and its sections; Ctrl and Shift select as on a desktop.
    """)
  static let file = #filePath

  private static var planets: Outline<String> {
    Outline {
      Section("Rocky", open: true) {
        "Mercury"
        "Venus"
        Node("Earth", isOpen: true) { "Moon" }
        Node("Mars") {
          "Phobos"
          "Deimos"
        }
      }
      Section("Giant") {
        Node("Jupiter") {
          "Io"
          "Europa"
          "Ganymede"
          "Callisto"
        }
        "Saturn"
        "Uranus"
        "Neptune"
      }
    }
  }

  static func make() -> Part {
    let view = OutlineView(planets).selection(.multiple)
    let search = SearchField("Name of a planet or a moon") { words in
      view.filter(words, keeping: .ancestorsAndDescendants)
    }
    return Stack(.vertical, spacing: 0) {
      search.margin(6)
      view
      Stack(.horizontal, spacing: 6) {
        Button("Open all") { view.change { $0.openAll() } }
        Button("Close all") { view.change { $0.closeAll() } }
        Button("Select all") { view.changeSelection { $0.selectAll() } }
      }.margin(6)
    }
  }
}
