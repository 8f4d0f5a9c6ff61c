internal import CHikidashiGTK

// What readers have marked in a text.
extension TextReader {
  /// Stretches that are styled besides those of the text, such as what a person has highlighted. Setting them
  /// changes how the text looks and nothing else: view, cursor and selection stay. Showing another text
  /// ends them; they are printed with the text.
  ///
  /// ```swift
  /// reader.show(text)
  /// reader.annotations = [StyledRange(120..<160, .highlight(.yellow))]
  /// ```
  ///
  /// Ranges outside the text are cut to it; links and pictures are passed over.
  ///
  /// - Complexity: O(those that were there, and those that come); each as it is long.
  public var annotations: [StyledRange] {
    get { overlay }
    set {
      guard native != nil, let buffer else { return }
      let length = Int(gtk_text_buffer_get_char_count(buffer))
      let new: [StyledRange] = newValue.compactMap { span in
        switch span.kind {
        case .link, .picture: return nil
        default:
          let range = span.range.clamped(to: 0..<length)
          return range.isEmpty ? nil : StyledRange(range, span.kind)
        }
      }
      guard new != overlay else { return }
      hover.close()
      let gone = Set(overlay.map(\.kind.tag))
      for span in overlay { style(span, buffer, isOn: false) }
      // What the text itself has of that look stays.
      for span in shown.spans where gone.contains(span.kind.tag) {
        style(StyledRange(span.range.clamped(to: 0..<length), span.kind), buffer, isOn: true)
      }
      var room = styleRoom
      overlay = new.sorted { $0.range.lowerBound < $1.range.lowerBound }
        .filter { room.takes($0.range.lowerBound) }
      for span in overlay { style(span, buffer, isOn: true) }
      anchor.lookChanged()
    }
  }

  private func style(
    _ span: StyledRange, _ buffer: UnsafeMutablePointer<GtkTextBuffer>, isOn: Bool
  ) {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(buffer, &start, gint(clamping: span.range.lowerBound))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(clamping: span.range.upperBound))
    // GTK looks at the beginning of a line for what colours all of it.
    if span.kind == .bookmark { gtk_text_iter_set_line_offset(&start, 0) }
    if case .remark = span.kind, isOn {
      markWithoutIndents(span.kind.tag, from: start, to: end)
    } else if isOn {
      gtk_text_buffer_apply_tag_by_name(buffer, span.kind.tag, &start, &end)
    } else {
      gtk_text_buffer_remove_tag_by_name(buffer, span.kind.tag, &start, &end)
    }
  }

  /// Marks a stretch of several lines without the blanks that they begin with, which no line is drawn under.
  func markWithoutIndents(_ tag: String, from start: GtkTextIter, to end: GtkTextIter) {
    guard let buffer else { return }
    var (start, end) = (start, end)
    while gtk_text_iter_get_line(&start) < gtk_text_iter_get_line(&end) {
      var last = start
      if gtk_text_iter_ends_line(&last) == 0 { gtk_text_iter_forward_to_line_end(&last) }
      gtk_text_buffer_apply_tag_by_name(buffer, tag, &start, &last)
      gtk_text_iter_forward_line(&start)
      while gtk_text_iter_compare(&start, &end) < 0,
        gtk_text_iter_ends_line(&start) == 0, g_unichar_isspace(gtk_text_iter_get_char(&start)) != 0
      {
        gtk_text_iter_forward_char(&start)
      }
    }
    gtk_text_buffer_apply_tag_by_name(buffer, tag, &start, &end)
  }
}
