import Hikidashi

enum StagesPage: GalleryPage {
  static let title = tr("A part in three stages")
  static let summary = tr("One part that three elements move, one after another; read from JSON.")
  static let file = #filePath

  static func make() -> Part {
    do {
      let view = try SceneView(try Scene(json: json), "A star that rises, grows and falls")
      view.play()
      return view.margin(12)
    } catch {
      return Label("\(error)")
    }
  }

  private static let json = """
    { "size": [480, 240], "repeats": "endless",
      "items": [ { "group": "sequence", "items": [
        { "text": "★", "id": "star", "color": "#e5a50a", "font": { "size": 40 }, "hidden": "before",
          "tracks": [ { "property": "position", "from": [60, 200], "to": [240, 100], "duration": 1,
                        "curve": "ease-out" } ] },
        { "part": "star", "tracks": [
          { "property": "zoom", "from": 1, "to": 3, "duration": 1, "curve": "spring" },
          { "property": "rotation", "from": 0, "to": 72, "duration": 1 } ] },
        { "part": "star", "hidden": "after", "tracks": [
          { "property": "position", "from": [240, 100], "to": [420, 200], "duration": 1,
            "curve": "ease-in" },
          { "property": "opacity", "from": 1, "to": 0, "duration": 1 } ] } ] },
        { "label": "end", "start": 3.5 } ] }
    """
}
