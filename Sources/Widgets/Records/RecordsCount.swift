internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiRecords

/// How many records are shown and selected: in words, or where those have no room, in numbers alone.
final class RecordsCount: Part {
  private let words = Label().styleClass("dim-label", "numeric")
  private let numbers = Label().ellipsized().styleClass("dim-label", "numeric")

  init() {
    super.init(native: adw_squeezer_new())
    guard let native else { return }
    adw_squeezer_set_homogeneous(native.opaque, 0)
    for label in [words, numbers] {
      label.adopt { adw_squeezer_add(native.opaque, $0) }
    }
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
