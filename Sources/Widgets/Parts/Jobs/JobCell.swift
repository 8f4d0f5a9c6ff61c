internal import CHikidashiGTK
internal import HikidashiBase

/// A row of a ``JobsView``: what a job is, how it goes, and buttons for what can be done to it.
@MainActor
final class JobCell: Stack {
  private let title = Label().ellipsized()
  private let details = Label().ellipsized().styleClass("dim-label", "caption")
  private var bar: ProgressBar?
  private var buttons: [JobAction: Button] = [:]
  private var more: Button?
  private var row: JobRow?
  /// The buttons that were pressed while another row was shown here: what is let go of then is not meant
  /// for this one.
  private var strayed: Set<JobAction> = []
  private let press: @MainActor (JobAction, JobRow) -> Void
  private let showMore: @MainActor (JobGroup) -> Void

  init(
    press: @escaping @MainActor (JobAction, JobRow) -> Void,
    showMore: @escaping @MainActor (JobGroup) -> Void
  ) {
    self.press = press
    self.showMore = showMore
    super.init(.horizontal, spacing: 6, [])
    append(
      Stack(.vertical, spacing: 2, [title, details]).expand(.horizontal)
        .align(vertical: .center))
  }

  func show(_ row: JobRow) {
    let held = buttons.filter { $0.value.isHeld }.map(\.key)
    strayed.formIntersection(held)
    if self.row?.subject != row.subject { strayed.formUnion(held) }
    self.row = row
    title.text = row.title
    let line = row.details
    details.text = line
    details.isVisible = !line.isEmpty
    details.tooltip(line.isEmpty ? nil : line)
    var (progress, isFailed, isMore): (Double?, Bool, Bool) = (nil, false, false)
    switch row {
    case .job(let entry, let group): (progress, isFailed) = (entry.progress, group == .failed)
    case .more: isMore = true
    case .heading: break
    }
    details.setStyleClass("error", isFailed)
    details.setStyleClass("dim-label", !isFailed)
    showProgress(progress)
    if isMore || more != nil { moreButton.isVisible = isMore }
    for action in JobAction.allCases {
      let isOffered = row.actions.contains(action)
      guard isOffered || buttons[action] != nil else { continue }
      let button = button(action)
      button.isVisible = isOffered
      button.tooltip(row.title(of: action)).accessibleLabel(row.title(of: action))
    }
  }

  // Most cells never need all of these.

  private func showProgress(_ progress: Double?) {
    guard progress != nil || bar != nil else { return }
    let bar = bar ?? add(ProgressBar().minimumSize(width: 80).accessibleLabel(tr("Progress")))
    self.bar = bar
    bar.isVisible = progress != nil
    if let progress { bar.fraction = progress }
  }

  private var moreButton: Button {
    if let more { return more }
    let made = add(
      Button(tr("Show More")) { [weak self] in
        if case .more(let group, _) = self?.row { self?.showMore(group) }
      })
    more = made
    return made
  }

  private func button(_ action: JobAction) -> Button {
    if let made = buttons[action] { return made }
    let made = add(
      Button(icon: action.icon, label: "") { [weak self] in
        if let self, let row, strayed.remove(action) == nil { press(action, row) }
      }.styleClass("flat"))
    buttons[action] = made
    return made
  }

  private func add<Added: Part>(_ part: Added) -> Added {
    append(part.align(vertical: .center))
    return part
  }
}

extension Button {
  /// Whether a key or the pointer holds it down.
  fileprivate var isHeld: Bool {
    native.map { gtk_widget_get_state_flags($0).rawValue & GTK_STATE_FLAG_ACTIVE.rawValue != 0 }
      ?? false
  }
}
