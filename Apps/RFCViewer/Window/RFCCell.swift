internal import Hikidashi
internal import RFCKit

/// A row of the list: the number in a column of its own, then the title.
@MainActor
final class RFCCell: Stack {
  private let number = Label().styleClass("numeric").minimumSize(width: 44)
  private let title = Label().ellipsized().expand(.horizontal)

  init() {
    super.init(.horizontal, spacing: 8, [number.textAlignment(.end), title])
  }

  func show(_ entry: RFCEntry) {
    number.isVisible = true
    number.text = String(entry.number)
    title.text = entry.shownTitle
  }

  func show(heading: String) {
    number.isVisible = false
    title.text = heading
  }
}

extension RFCEntry {
  /// The title, or that there is none as the number was never used.
  var shownTitle: String { isIssued ? title : tr("Not issued") }
}
