internal import CHikidashiGTK

/// Where a text was read, from one run to the next, or from one showing of a document to the next.
@MainActor
final class KeptReading {
  private weak var reader: TextReader?
  private var scrolling: SignalConnection?
  /// Where to go in the text that is shown next.
  private var wanted: Int?
  private var hasText: Bool
  private var isShowing = false

  /// - Parameter hasText: Whether the text that is to be gone back to is shown already.
  init(_ reader: TextReader, hasText: Bool) {
    self.reader = reader
    self.hasText = hasText
    guard let native = reader.native,
      let vertical = gtk_scrolled_window_get_vadjustment(native.opaque)
    else { return }
    scrolling = connect(UnsafeMutableRawPointer(vertical), "value-changed") { [weak self] _ in
      guard let self, !isShowing, wanted == nil else { return false }
      self.reader?.stateKeeper?.note("place")
      return false
    }
  }

  isolated deinit { scrolling?.disconnect() }

  /// Where the text in view begins, in Unicode scalars; nil where nothing is in view.
  var place: Int? {
    guard let reader, let native = reader.native, wanted == nil,
      gtk_widget_get_realized(native) != 0
    else { return nil }
    return reader.top
  }

  func putBack(_ place: Int) {
    if hasText { reader?.scroll(to: place) } else { wanted = place }
  }

  /// Another text is about to be shown.
  func willShow() {
    reader?.stateKeeper?.collect()
    isShowing = true
  }

  func didShow() {
    isShowing = false
    hasText = true
    guard let place = wanted else { return }
    wanted = nil
    reader?.scroll(to: place)
  }
}

extension TextReader {
  /// Brings back at the next start, and when the same document is shown again, where it was read.
  ///
  /// ```swift
  /// reader.keeping("reader", for: "rfc2119")
  /// reader.show(text)
  /// ```
  ///
  /// Call it before the text is shown, for each document.
  ///
  /// - Parameters:
  ///   - key: The name under which it is kept, unique in the app.
  ///   - document: What is shown next, where it is one of several; the places in the 200 that were read
  ///     last are kept.
  ///   - store: Where it is kept; nil takes the app's ``App/state``.
  @discardableResult
  public func keeping(
    _ key: String, for document: String? = nil, in store: StateStore? = nil
  ) -> Self {
    // A text that is there at first is meant; later it is that of the document before.
    let kept = KeptReading(self, hasText: kept == nil && !text.isEmpty)
    keepState(key, for: document, in: store) { keeper in
      self.kept = kept
      keeper.keep(
        "place", { [weak kept] in kept?.place }, putBack: { [weak kept] in kept?.putBack($0) })
    }
    return self
  }
}
