internal import HikidashiBase
internal import HikidashiRecords

/// How many records are shown and selected: in words, or where those have no room, in numbers alone.
final class RecordsCount: Squeezer {
  private let words: Label
  private let numbers: Label

  init() {
    words = Label().styleClass("dim-label", "numeric")
    numbers = Label().ellipsized().styleClass("dim-label", "numeric")
    super.init(showsNone: false, [words, numbers])
  }

  /// - Parameters:
  ///   - count: How many records are shown.
  ///   - all: How many there are.
  ///   - selected: How many are selected; told from two on.
  func show(_ count: Int, of all: Int, selected: Int) {
    let number = { (count: Int) in NumberFormat().text(count) }
    var text =
      count == all
      ? trn("{} record", "{} records", all, number(all))
      : trn("{} of {} record", "{} of {} records", all, number(count), number(all))
    var short = count == all ? number(all) : "\(number(count)) / \(number(all))"
    if selected > 1 {
      text = tr("{} selected, {}", number(selected), text)
      short = tr("{} selected", number(selected))
    }
    guard words.text != text else { return }
    words.text = text
    numbers.text = short
    numbers.accessibleLabel(text)
    tooltip(text)
  }
}
