import Hikidashi

enum InWindowPage: GalleryPage {
  static let title = tr("Toasts, banners, sheets")
  static let summary = tr("What is shown in the window itself; a sheet covers only a part of it.")
  static let file = #filePath

  static func make() -> Part {
    let count = Label("12 cards").styleClass("title-2").align(horizontal: .center)
    let area = SheetArea { count.expand(.vertical) }
    let rate = Sheet<Int>("How many cards?", in: area) { answer in
      Stack(.horizontal, spacing: 6) {
        for number in [1, 12, 100] { Button("\(number)") { answer(number) } }
      }
    }
    return Stack(.vertical, spacing: 12) {
      area
      Button("_Toast") {
        count.text = "9 cards"
        count.window?.show(Toast.undo("3 cards deleted") { count.text = "12 cards" })
      }
      Button("_Banner") {
        count.window?.show(Banner("Working offline", button: "Try Again"))
      }
      Button("_Sheet") {
        guard let number = try await count.window?.present(rate) else { return }
        count.text = "\(number) cards"
      }
    }.margin(24)
  }
}
