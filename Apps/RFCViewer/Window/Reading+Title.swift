internal import RFCKit

// What the document is called.
extension Reading {
  /// What the window is called.
  var title: String {
    guard let subject else { return tr("RFC Viewer") }
    if subject < 0, let name = shown?.path?.split(separator: "/").last { return String(name) }
    guard let entry else { return name(of: subject) }
    return subject > 0 ? "\(name(of: subject)): \(entry.shownTitle)" : entry.title
  }

  func name(of number: Int) -> String {
    number > 0 ? tr("RFC {}", number) : tr("RFC Viewer")
  }
}
