import Hikidashi

/// What is known of a thing; a scene that greets while there is none.
@MainActor
enum Detail {
  static func part(of thing: @escaping @MainActor () -> Thing?) -> Part {
    let note = Viewer { link in try await Desktop.open(link: link) }
      .follow { $0.reader.show(RichText(markdown: thing()?.note ?? "")) }
    return Pages([
      "nothing": Stack(.vertical, spacing: 0) {
        Welcome.part
        Label(tr("Choose something to read about it.")).textAlignment(.center)
          .styleClass("dim-label").margin(24)
      },
      "thing": Stack(.vertical, spacing: 0) {
        Stack(.vertical, spacing: 6) {
          Label { thing()?.name ?? "" }.wrapping().selectable().styleClass("title-1")
          Label { thing()?.facts ?? "" }.wrapping().selectable().styleClass("dim-label")
        }.margin(24)
        note
      }.styleClass("view"),
    ]).follow { $0.shown = thing() == nil ? "nothing" : "thing" }
  }
}
