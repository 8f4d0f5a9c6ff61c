import Hikidashi

@MainActor
enum MainWindow {
  static func make() -> Window {
    Window("Display", name: "main", width: 900, height: 600) {
      HeaderBar()
      Opening {
        try await MainPage.make()
      } content: {
        $0.expand()
      }
    }
  }
}
