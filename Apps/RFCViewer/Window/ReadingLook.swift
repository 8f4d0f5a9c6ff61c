internal import Glibc
internal import Hikidashi
internal import RFCKit

/// How documents look, as the reader's settings say.
@MainActor
struct ReadingLook {
  private let settings: ViewerPreferences.Reading

  init(_ settings: ViewerPreferences.Reading) { self.settings = settings }

  /// Makes a pane look so. What is as defined is left to the desktop.
  func apply(_ store: PreferenceStore, to reader: TextReader) {
    let theme = store[settings.theme]
    reader.styleClass("rfc-text")
    reader.lineSpacing = store[settings.spacing]
    var rules: [String] = []
    // Its pattern has let nothing through that would end the string.
    if store.isChanged(settings.font) { rules.append("font-family: \"\(store[settings.font])\";") }
    reader.textSize = store.isChanged(settings.size) ? Double(store[settings.size]) : nil
    let page =
      theme == .sepia ? ".rfc-text, .rfc-text textview, .rfc-text text { \(Self.sepia) }" : ""
    StyleSheet(
      "rfc-text", css: ".rfc-text textview { \(rules.joined(separator: " ")) } \(page)"
    ).install()
  }

  /// Every style of a text keeps a contrast of 4.5 or more to it.
  private static let sepia = "background-color: #f8f0dd; color: #3b2f21;"

  /// How long ago a file was changed; nil where it is not there.
  static func age(of path: String) -> Duration? {
    var status = stat()
    var now = timespec()
    guard stat(path, &status) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0 else { return nil }
    return .seconds(now.tv_sec - status.st_mtim.tv_sec)
  }
}

extension Reading {
  /// Shows the text in the form of the settings, or in the one that fits the width, where that is another than
  /// before: what the reader has chosen since stays while the width changes by a little.
  func fit(_ form: RFCTextForm) {
    let form = form.fitting(pane.reader)
    guard form != fitted else { return }
    fitted = form
    show(form)
  }
}

extension RFCTextForm {
  /// The form in which a text is read where lines as they were published would be cut: those of RFCs have up to
  /// 72 letters.
  @MainActor
  func fitting(_ reader: TextReader) -> RFCTextForm {
    let isCut = reader.columnsInView.map { $0 < 72 } ?? false
    return self == .unpaged && isCut ? .reflowed : self
  }
}
