internal import CHikidashiGTK
internal import HikidashiBase

// What is found in a text, and its headings. A `FindBar` is made of these.
extension TextReader {
  /// Returns where words stand in the shown text; see ``RichText/ranges(of:)``.
  ///
  /// It is searched off the main thread.
  public func ranges(of words: String) async -> [Range<Int>] { await shown.ranges(of: words) }

  /// Marks stretches of the text in place of those that were marked before; showing another text ends it.
  ///
  /// ```swift
  /// let places = await reader.ranges(of: "drawer")
  /// reader.mark(places, current: 0)
  /// if let first = places.first { reader.reveal(first) }
  /// ```
  ///
  /// - Parameters:
  ///   - ranges: In Unicode scalars from the start of the text, in its order and without overlaps.
  ///   - current: The index of the one that is marked more strongly.
  /// - Complexity: O(those near the view), however many there are.
  public func mark(_ ranges: [Range<Int>], current: Int? = nil) {
    guard native != nil else { return }
    if marks == nil, ranges.isEmpty { return }
    madeMarks.show(ranges, current: current)
  }

  /// Moves the cursor to the start of a stretch of the text, and scrolls where not all of it is seen.
  ///
  /// - Parameter range: In Unicode scalars from the start of the text; it is cut to the text.
  public func reveal(_ range: Range<Int>) {
    guard native != nil, let buffer else { return }
    let range = range.clamped(to: 0..<Int(gtk_text_buffer_get_char_count(buffer)))
    placeCursor(range.lowerBound)
    bringIntoView(range.lowerBound)
    bringIntoViewSideways(range)
  }

  /// The text that is selected; empty where none is.
  public var selectedText: String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    guard native != nil, let buffer,
      gtk_text_buffer_get_selection_bounds(buffer, &start, &end) != 0,
      let text = gtk_text_buffer_get_slice(buffer, &start, &end, 1)
    else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// The stretch of the text that is selected, in Unicode scalars from its start; nil where nothing is.
  ///
  /// ```swift
  /// if let range = reader.selectedRange { marks.append(StyledRange(range, .highlight(.yellow))) }
  /// ```
  public var selectedRange: Range<Int>? {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    guard native != nil, let buffer,
      gtk_text_buffer_get_selection_bounds(buffer, &start, &end) != 0
    else { return nil }
    return Int(gtk_text_iter_get_offset(&start))..<Int(gtk_text_iter_get_offset(&end))
  }

  /// Whether a place of the text is in view.
  ///
  /// - Parameter offset: In Unicode scalars from the start of the text.
  public func isShown(_ offset: Int) -> Bool { native != nil && isInView(offset) }

  /// Selects a stretch of the text, as a person does with the mouse; the view stays where it is.
  ///
  /// - Parameter range: In Unicode scalars from the start of the text; it is cut to the text. An empty one
  ///   moves the cursor there, and nothing is selected.
  public func select(_ range: Range<Int>) {
    guard native != nil, let buffer else { return }
    let range = range.clamped(to: 0..<Int(gtk_text_buffer_get_char_count(buffer)))
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(buffer, &start, gint(clamping: range.lowerBound))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(clamping: range.upperBound))
    gtk_text_buffer_select_range(buffer, &end, &start)
  }

  /// What is in view, and a page above and below it, in Unicode scalars.
  var nearView: Range<Int> {
    guard let buffer else { return 0..<0 }
    let height = max(viewHeight, 480)
    var first = line(atY: topY - gint(height))
    var last = line(atY: topY + gint(2 * height))
    if gtk_text_iter_ends_line(&last) == 0 { gtk_text_iter_forward_to_line_end(&last) }
    let end = min(
      Int(gtk_text_iter_get_offset(&last)), Int(gtk_text_buffer_get_char_count(buffer)))
    let start = min(Int(gtk_text_iter_get_offset(&first)), end)
    return start..<end
  }
}
