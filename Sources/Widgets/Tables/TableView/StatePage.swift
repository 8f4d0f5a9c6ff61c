internal import Support

extension ContentState {
  /// The part that is shown in the place of rows; nil for the rows themselves.
  func makePage() -> Part? {
    switch self {
    case .loaded: nil
    case .loading:
      Stack(.vertical, spacing: 12) {
        Spinner(tr("Loading …"), size: 32)
        Label(tr("Loading …")).styleClass("dim-label").align(horizontal: .center)
      }.expand().align(horizontal: .center, vertical: .center)
    case .empty(let content):
      StatusPage(content.text, icon: content.icon, description: content.details) {
        if let action = content.action { Button(action.title, action.run) }
      }.styleClass("compact")
    case .failed(let reason, let retry):
      StatusPage(tr("Could not be loaded"), icon: "dialog-warning-symbolic", description: reason) {
        if let retry { Button(tr("Try again"), retry) }
      }.styleClass("compact")
    }
  }

  var isLoaded: Bool {
    if case .loaded = self { return true }
    return false
  }
}
