internal import FoundationEssentials
internal import Hikidashi
internal import TimelineKit

/// The pictures of a post in its row: one is large, several stand in pairs, up to four.
@MainActor
final class PostPictures: Stack {
  private let store: PictureStore
  /// The one of a post that has no other.
  private lazy var single = PictureBox(store, width: 272, height: 153)
  private lazy var pairs = (0..<4).map { _ in PictureBox(store, width: 133, height: 75) }
  private lazy var rows = [0, 2].map { first in
    Stack(.horizontal, spacing: 6, Array(pairs[first..<first + 2]))
  }
  private var (hasSingle, hasPairs) = (false, false)
  /// How many there are beyond the four.
  private lazy var more = Label().styleClass("caption", "dim-label")

  init(_ store: PictureStore) {
    self.store = store
    super.init(.vertical, spacing: 6, [])
    margin(2)
  }

  /// Shows pictures, each with its description; an empty list waits for none any more.
  func show(_ pictures: [(url: URL?, alternative: String)]) {
    // A list has 200 cells, few of them with pictures: boxes are made when the first are shown.
    if pictures.count == 1, !hasSingle {
      hasSingle = true
      append(single)
    }
    if pictures.count > 1, !hasPairs {
      hasPairs = true
      for row in rows { append(row) }
      append(more)
    }
    if hasSingle { set(single, pictures.count == 1 ? pictures[0] : nil) }
    guard hasPairs else { return }
    for (index, box) in pairs.enumerated() {
      set(box, pictures.count > 1 && index < pictures.count ? pictures[index] : nil)
    }
    rows[0].isVisible = pictures.count > 1
    rows[1].isVisible = pictures.count > 2
    let others = pictures.count - pairs.count
    more.isVisible = others > 0
    if others > 0 { more.text = trn("{} more picture", "{} more pictures", others, others) }
  }

  private func set(_ box: PictureBox, _ picture: (url: URL?, alternative: String)?) {
    box.isVisible = picture != nil
    box.url = picture?.url
    box.tooltip(picture?.alternative.ifAny)
      .accessibleLabel(picture?.alternative.ifAny ?? tr("Picture"))
  }
}
