internal import CHikidashiGTK
internal import HikidashiBase

/// A text to read that can contain links.
///
/// ```swift
/// let label = Label().wrapping()
/// label.onLink = { target in open(target) }
/// label.show([.text("See also: "), .link("RFC 2119", target: "2119")])
/// ```
public final class Label: Part {
  /// A piece of a label's text: plain text or a link.
  public enum Piece: Sendable, Hashable {
    case text(String)
    /// Text that stands out from the rest, such as the words that were looked for.
    case strong(String)
    /// A link with its text; the app decides what the target means.
    case link(String, target: String)
  }

  /// What is shown of ``show(_:)``; nil of a plain text.
  private var pieces: [Piece]?
  /// The pictures in the text; nil where there are none.
  var inlinePictures: LabelPictures? { didSet { oldValue?.end() } }

  /// Called with a link's target when the user follows it, by a click or Tab and Enter.
  public var onLink: (@MainActor (String) -> Void)?
  /// Returns further lines for the context menu of a selectable label, given the target of the link
  /// under the pointer.
  public var menu: (@MainActor (_ link: String?) -> [Menu])?
  /// Returns what Copy Link copies for a target, such as its address, or nil for a link that cannot
  /// be copied. Without this closure the target itself is copied.
  public var linkAddress: (@MainActor (String) -> String?)?

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onLink = nil
    menu = nil
    linkAddress = nil
    inlinePictures = nil
  }

  /// Creates a label.
  public init(_ text: String = "") {
    super.init(native: gtk_label_new(text))
    guard let native else { return }
    gtk_label_set_xalign(native.opaque, 0)
    connect(native, "activate-link") { [weak self] arguments in
      guard let target = arguments.string(1) else { return false }
      self?.onLink?(target)
      return true
    }
  }

  /// Creates a label of what the closure returns, which is shown anew when something that it read changes.
  ///
  /// ```swift
  /// Label { "\(pool.status.running) run" }
  /// ```
  public convenience init(_ text: @escaping @MainActor () -> String) {
    self.init()
    keepUpToDate(.part, text) { [weak self] in self?.text = $0 }
  }

  /// The text of the label.
  public var text: String {
    get { native.map { String(cString: gtk_label_get_text($0.opaque)) } ?? "" }
    set {
      // A row that is bound anew to the same text need not be laid out again.
      guard let native, pieces != nil || inlinePictures != nil || newValue != text else { return }
      pieces = nil
      if inlinePictures != nil { inlinePictures = nil }
      gtk_label_set_text(native.opaque, newValue)
      limitBreaks()
    }
  }

  /// Shows text that contains links, or parts that stand out.
  public func show(_ pieces: [Piece]) {
    guard let native, pieces != self.pieces else { return }
    self.pieces = pieces
    if inlinePictures != nil { inlinePictures = nil }
    LinkColor.install()
    styleClass(LinkColor.styleClass)
    let markup = pieces.map { piece in
      switch piece {
      case .text(let text): escapedMarkup(text)
      case .strong(let text): "<b>\(escapedMarkup(text))</b>"
      case .link(let text, let target):
        "<a href=\"\(escapedMarkup(target))\">\(escapedMarkup(text))</a>"
      }
    }.joined()
    gtk_label_set_markup(native.opaque, markup)
    limitBreaks()
  }

  /// Shortens text that does not fit with an ellipsis, instead of asking for more room; a tooltip then has all of it.
  @discardableResult
  public func ellipsized() -> Self {
    if let native { shorten(native) }
    return self
  }

  /// Wraps text that does not fit into one line.
  ///
  /// - Parameter columns: How many letters a line has at most, about; nil for as many as there is room for.
  @discardableResult
  public func wrapping(columns: Int? = nil) -> Self {
    guard let native else { return self }
    gtk_label_set_wrap(native.opaque, 1)
    defer { limitBreaks() }
    if let columns {
      gtk_label_set_max_width_chars(native.opaque, gint(clamping: columns))
      gtk_label_set_wrap_mode(native.opaque, PANGO_WRAP_WORD_CHAR)
      gtk_label_set_xalign(native.opaque, 0)
    }
    return self
  }

  /// Asks for room for some words where there are many of them.
  ///
  /// GTK finds out how narrow a label can be by a layout that breaks at every word, which takes longer
  /// than all the rest of a list with long texts.
  private func limitBreaks() {
    guard let native, gtk_label_get_wrap(native.opaque) != 0 else { return }
    let most = gtk_label_get_max_width_chars(native.opaque)
    let isLong = strlen(gtk_label_get_text(native.opaque)) > 60
    let least = gint(isLong ? 12 : -1)
    gtk_label_set_width_chars(native.opaque, most > 0 ? min(least, most) : least)
  }

  /// Lets the user select and copy the text.
  @discardableResult
  public func selectable() -> Self {
    guard let native, gtk_label_get_selectable(native.opaque) == 0 else { return self }
    gtk_label_set_selectable(native.opaque, 1)
    // GTK's own offers Cut, Paste and Delete of a text that nobody can change.
    ContextMenu { [weak self] _ in self?.menuLines ?? [] }.attach(to: native)
    return self
  }

  private var menuLines: [Menu] {
    guard let native else { return [] }
    // The link under the pointer, or the one that the keyboard is on.
    let target = gtk_label_get_current_uri(native.opaque).map { String(cString: $0) }
    let all = Action("select-all", title: tr("Select All"), shortcuts: "<Control>a") {
      gtk_label_select_region(native.opaque, 0, -1)
    }
    let copy = Action("copy", title: tr("Copy"), shortcuts: "<Control>c") { [weak self] in
      self?.copySelection()
    }
    let hasSelection = gtk_label_get_selection_bounds(native.opaque, nil, nil) != 0
    return .ofLink(target, open: onLink, address: linkAddress) + [.separator]
      + (menu?(target) ?? []) + [.separator] + (hasSelection ? [.item(copy)] : []) + [.item(all)]
  }

  private func copySelection() {
    var (start, end): (gint, gint) = (0, 0)
    guard let native, gtk_label_get_selection_bounds(native.opaque, &start, &end) != 0 else {
      return
    }
    let letters = text.unicodeScalars.dropFirst(Int(start)).prefix(Int(end - start))
    Clipboard.copy(String(String.UnicodeScalarView(letters)))
  }

  /// Sets the alignment of the text in a label that is wider than its text.
  @discardableResult
  public func textAlignment(_ placement: Placement) -> Self {
    guard let native else { return self }
    let fraction: Float =
      switch placement {
      case .start, .fill: 0
      case .center: 0.5
      case .end: 1
      }
    gtk_label_set_xalign(native.opaque, fraction)
    return self
  }
}
