import Hikidashi

enum GridPage: GalleryPage {
  static let title = tr("Grids")
  static let summary = tr(
    """
    A part for each element of some data; the arrow keys go from one to another.
    """)
  static let file = #filePath

  static func make() -> Part {
    let number = Label("0").styleClass("title-1", "numeric").textAlignment(.end)
    var digits = ""
    let keys = Grid(["7", "8", "9", "4", "5", "6", "1", "2", "3", "±", "0", "⌫"], columns: 3) {
      key in
      Button(key) {
        switch key {
        case "±": digits = digits.hasPrefix("-") ? String(digits.dropFirst()) : "-" + digits
        case "⌫": digits = String(digits.dropLast())
        default: digits += key
        }
        number.text = NumberFormat().text(Int(digits) ?? 0)
      }.minimumSize(width: 64, height: 48)
    }
    let times = Grid(rows: Array(1...4), columns: Array(1...6), spacing: 12) { row, column in
      Label(String(row * column)).textAlignment(.end).styleClass("numeric")
    }
    return Clamp {
      number
      keys
      times
      Stack(.horizontal) { Button.many(["One", "Two", "Three"]) { number.text = $0 } }
    }.margin(24)
  }
}
