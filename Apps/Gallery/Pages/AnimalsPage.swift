import Hikidashi

enum AnimalsPage: GalleryPage {
  static let title = tr("Classic outline")
  static let summary = tr("A click opens and closes a section, and switches a row on and off.")
  static let file = #filePath

  static func make() -> Part {
    let animals = Outline {
      Section("ほ乳類", open: true) {
        "犬"
        "ネコ"
        "ジャンクロードバンダム"
      }
      Section("魚類", open: true) {
        "さんま"
        "マグロ"
        "白星姫"
      }
    }
    return OutlineView(animals, header: "動物").selection(.toggle).style(.slate)
  }
}
