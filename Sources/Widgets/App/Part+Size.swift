internal import CGTK

extension Part {
  /// The size of the part, in pixels; nil leaves a side to the content. It stands at the start of the
  /// room it gets, where it would have filled it.
  ///
  /// A part that is asked for less than its content needs keeps what it needs, and says so once in
  /// the log. Text that is to be cut needs less when it is ``Label/ellipsized()``.
  ///
  /// ```swift
  /// TextEntry("Postcode").size(width: 200)
  /// ```
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - file: Where the size is asked for, for the log.
  ///   - line: Where the size is asked for, for the log.
  @discardableResult
  public func size(
    width: Int? = nil, height: Int? = nil, file: String = #fileID, line: Int = #line
  ) -> Self {
    guard let native else { return self }
    minimumSize(width: width, height: height)
    if width != nil, gtk_widget_get_halign(native) == GTK_ALIGN_FILL {
      gtk_widget_set_halign(native, GTK_ALIGN_START)
    }
    if height != nil, gtk_widget_get_valign(native) == GTK_ALIGN_FILL {
      gtk_widget_set_valign(native, GTK_ALIGN_START)
    }
    // What the content needs is known once the style is, when the part is shown.
    var connection: SignalConnection?
    connection = on("map") { [weak self] _ in
      connection?.disconnect()
      connection = nil
      self?.compare(width, height, "\(file):\(line)")
    }
    return self
  }

  private func compare(_ width: Int?, _ height: Int?, _ place: String) {
    guard let native else { return }
    let needed = neededSize(native, width: width)
    let isTooNarrow = width.map { $0 < needed.width } ?? false
    let isTooLow = height.map { $0 < needed.height } ?? false
    guard isTooNarrow || isTooLow else { return }
    let asked = [width.map { "\($0) wide" }, height.map { "\($0) high" }].compactMap { $0 }
    let name = nameInLog.map { " “\($0)”" } ?? ""
    reportMisuse(
      "\(Self.self)\(name) at \(place) is asked to be \(asked.joined(separator: " and ")) but needs "
        + "at least \(needed.width) × \(needed.height) pixels, and keeps those")
  }

  /// The least size of the content, whatever was asked for.
  private func neededSize(_ native: NativeWidget, width: Int?) -> (width: Int, height: Int) {
    var (askedWidth, askedHeight): (gint, gint) = (0, 0)
    gtk_widget_get_size_request(native, &askedWidth, &askedHeight)
    gtk_widget_set_size_request(native, -1, -1)
    var (leastWidth, leastHeight): (gint, gint) = (0, 0)
    gtk_widget_measure(native, GTK_ORIENTATION_HORIZONTAL, -1, &leastWidth, nil, nil, nil)
    let given = max(width.map { gint(clamping: $0) } ?? -1, width == nil ? -1 : leastWidth)
    gtk_widget_measure(native, GTK_ORIENTATION_VERTICAL, given, &leastHeight, nil, nil, nil)
    gtk_widget_set_size_request(native, askedWidth, askedHeight)
    return (Int(leastWidth), Int(leastHeight))
  }

  private var nameInLog: String? {
    switch self {
    case let input as AnyInput: input.label
    case let label as Label: label.text
    case let button as Button: button.title.isEmpty ? nil : Button.withoutMnemonic(button.title)
    case let window as Window: window.title
    default: nil
    }
  }
}
