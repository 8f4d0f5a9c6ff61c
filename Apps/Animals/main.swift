import Hikidashi

let animals = Outline {
  Section("ほ乳類", open: true) { ["犬", "ネコ", "ジャンクロードバンダム"] }
  Section("魚類", open: true) { ["さんま", "マグロ", "白星姫"] }
}
App(id: "io.github.hikidashi.Animals") {
  Window("動物", width: 320, height: 560) {
    OutlineView(animals, header: "動物").selection(.toggle).style(.slate)
  }
}.run()
