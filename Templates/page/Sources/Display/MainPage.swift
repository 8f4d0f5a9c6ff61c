import Hikidashi

@MainActor
enum MainPage {
  static func make() async throws -> Part {
    Label(tr("Nothing to show"))
  }
}
