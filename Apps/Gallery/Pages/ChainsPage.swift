import Hikidashi

enum ChainsPage: GalleryPage {
  static let title = tr("One after another")
  static let summary = tr(
    """
    Each question is made of the answer before it; close one, and the rest do not come.
    """)
  static let file = #filePath

  static func make() -> Part {
    let result = Label("Nothing asked yet").styleClass("title-2").align(horizontal: .center)
    @MainActor func ask() async throws -> String {
      guard let window = result.window else { return "" }
      let fish = try window.enqueue(ListChooser("Which fish?", ["Carp", "Eel", "Pike"]))
      let count = try window.enqueue(after: fish) { fish in
        ListChooser("How many of \(fish)?", [1, 2, 12])
      }
      // No question for a single one: nil ends the chain.
      let sure = try window.enqueue(after: count) { count in
        count == 1 ? nil : Alert("All \(count)?", choices: [.cancel, "_Yes"])
      }
      // It comes when all three are over, however they end.
      try window.enqueue(Toast("That was all"), after: [sure])
      let chosen = try await "\(count.answer) × \(fish.answer)"
      return "\(chosen), then \(await sure.ending.reason)"
    }
    return Clamp {
      result.wrapping()
      Button("_Ask") { result.text = try await ask() }
    }.margin(24)
  }
}
