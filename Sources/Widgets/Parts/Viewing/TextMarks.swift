internal import CHikidashiGTK
internal import HikidashiBase

/// Marks stretches of a text where they are in view, so that a hundred thousand of them are marked as fast
/// as three.
@MainActor
final class TextMarks {
  /// The names of the tags: of all stretches, and of the one that the reader is at.
  static let tag = "found"
  static let currentTag = "found-current"

  private weak var reader: TextReader?
  private var ranges: [Range<Int>] = []
  private var current: Int?
  /// Where the tags are.
  private var marked: Range<Int>?
  private var isDue = false

  init(_ reader: TextReader) {
    self.reader = reader
    guard let scroller = reader.native,
      let vertical = gtk_scrolled_window_get_vadjustment(scroller.opaque)
    else { return }
    for signal in ["value-changed", "changed"] {
      connect(UnsafeMutableRawPointer(vertical), signal) { [weak self] _ in
        self?.updateSoon()
        return false
      }
    }
  }

  /// Marks these stretches, which do not overlap, in the order of the text, in place of those before.
  func show(_ ranges: [Range<Int>], current: Int?) {
    self.ranges = ranges
    self.current = current.flatMap { ranges.indices.contains($0) ? $0 : nil }
    update()
  }

  /// Another text is shown, which has no marks.
  func forget() {
    ranges = []
    current = nil
    marked = nil
  }

  private func updateSoon() {
    guard !ranges.isEmpty, !isDue, let view = reader?.view, reader?.native != nil else { return }
    isDue = true
    addTick(to: view) { [weak self] in
      self?.isDue = false
      self?.update()
      return false
    }
  }

  private func update() {
    guard let reader, reader.native != nil, let buffer = reader.buffer else { return }
    if let marked {
      for tag in [TextMarks.tag, TextMarks.currentTag] {
        change(marked, buffer) { gtk_text_buffer_remove_tag_by_name(buffer, tag, &$0, &$1) }
      }
    }
    marked = nil
    guard !ranges.isEmpty else { return }
    let seen = reader.nearView
    let first = ranges.partitioningIndex { $0.upperBound > seen.lowerBound }
    var room = reader.styleRoom
    for (place, range) in ranges[first...].enumerated() {
      guard range.lowerBound < seen.upperBound else { break }
      guard room.takes(range.lowerBound) else { continue }
      let tag = first + place == current ? TextMarks.currentTag : TextMarks.tag
      change(range, buffer) { gtk_text_buffer_apply_tag_by_name(buffer, tag, &$0, &$1) }
      marked = (marked?.lowerBound ?? range.lowerBound)..<range.upperBound
    }
  }

  private func change(
    _ range: Range<Int>, _ buffer: UnsafeMutablePointer<GtkTextBuffer>,
    _ body: (inout GtkTextIter, inout GtkTextIter) -> Void
  ) {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(buffer, &start, gint(clamping: range.lowerBound))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(clamping: range.upperBound))
    body(&start, &end)
  }
}
