internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiPreferences

/// A page of settings: groups of rows, made when the page is first shown, a screenful at a time.
final class PreferencesPage: Part {
  /// A group of rows under one heading.
  struct Group {
    var title: String
    var help: String
    var preferences: [Int]
    var actions: [PreferenceAction] = []
  }

  private enum Step {
    case group(Int)
    case row(Int)
    case action(PreferenceAction)
  }

  /// More rows than a window shows.
  private static let firstRows = 24
  /// So many of the others take no longer than a frame.
  private static let rowsAtOnce = 8

  let groups: [Group]
  private let model: PreferencesModel
  private let custom: [String: PreferencesView.CustomRow]
  private var steps: ArraySlice<Step> = []
  private var isStarted = false
  private(set) var rows: [Int: PreferenceRow] = [:]
  /// The box of each group that is made, its settings, and how many actions stand in it.
  private var boxes: [(whole: Stack, card: Stack, group: Int)] = []
  private let content = Stack(.vertical, spacing: 24, [])
  /// Which settings a search lets be seen; nil without one.
  private var found: Set<Int>?

  init(
    _ groups: [Group], _ model: PreferencesModel,
    _ custom: [String: PreferencesView.CustomRow]
  ) {
    self.groups = groups
    self.model = model
    self.custom = custom
    super.init(native: gtk_scrolled_window_new())
    guard let native else { return }
    gtk_scrolled_window_set_policy(native.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    content.margin(24)
    Clamp(width: 720, content).adopt { gtk_scrolled_window_set_child(native.opaque, $0) }
    for (index, group) in groups.enumerated() {
      steps.append(.group(index))
      steps += group.preferences.map { Step.row($0) }
      steps += group.actions.map { Step.action($0) }
    }
  }

  override func nativeDied() {
    super.nativeDied()
    rows = [:]
    boxes = []
    steps = []
  }

  /// How many rows there are so far.
  var madeCount: Int { rows.count }

  /// Makes the first rows now and the others when nothing else is to be done; a second call does
  /// nothing.
  func start() {
    guard !isStarted else { return }
    isStarted = true
    makeMore(Self.firstRows)
    guard !steps.isEmpty else { return }
    whenIdle { [weak self] in
      guard let self else { return false }
      makeMore(Self.rowsAtOnce)
      return !steps.isEmpty
    }
  }

  /// Makes all rows up to that of a setting, which is to be seen now.
  func row(of position: Int) -> PreferenceRow? {
    start()
    while rows[position] == nil, !steps.isEmpty { makeMore(Self.rowsAtOnce) }
    return rows[position]
  }

  private func makeMore(_ count: Int) {
    for step in steps.prefix(count) {
      switch step {
      case .group(let index): addGroup(index)
      case .row(let position):
        let entry = model.schema.entries[position]
        let part = custom[entry.key].map { $0(model.store) }
        let row = PreferenceRow(position, model, custom: part)
        row.isFound = found?.contains(position) ?? true
        rows[position] = row
        boxes.last?.card.append(row)
      case .action(let action): boxes.last?.card.append(action.makeRow())
      }
    }
    steps = steps.dropFirst(count)
    showGroups()
  }

  private func addGroup(_ index: Int) {
    let group = groups[index]
    let card = Stack(.vertical, spacing: 0, []).styleClass("card", "preferences")
    var parts: [Part] = []
    if !group.title.isEmpty { parts.append(Label(group.title).styleClass("heading")) }
    if !group.help.isEmpty { parts.append(Label(group.help).wrapping().styleClass("dim-label")) }
    let whole = Stack(.vertical, spacing: 6, parts + [card])
    boxes.append((whole, card, index))
    content.append(whole)
  }

  /// Shows what has changed.
  func show(_ change: PreferenceChange) {
    for position in change.values.union(change.states) { rows[position]?.show() }
    if !change.states.isEmpty { showGroups() }
  }

  /// Shows only these settings; all of them where nil.
  func find(_ positions: Set<Int>?) {
    found = positions
    for (position, row) in rows { row.isFound = positions?.contains(position) ?? true }
    showGroups()
  }

  /// A group without a row to see is not seen either.
  private func showGroups() {
    for (whole, _, index) in boxes {
      let group = groups[index]
      let isAnySeen = group.preferences.contains { position in
        model.draft.visible[position] && found?.contains(position) ?? true
      }
      whole.isVisible = isAnySeen || (!group.actions.isEmpty && found == nil)
    }
  }
}

/// An action among the settings: a button in a row of its own.
///
/// ```swift
/// PreferenceAction("Cache", button: "_Empty", help: "Documents that were fetched.", in: "network") {
///   emptyCache()
/// }
/// ```
public struct PreferenceAction {
  let title: String
  let button: String
  let help: String
  let group: String
  let press: @MainActor () -> Void

  /// Makes an action with its row.
  ///
  /// - Parameters:
  ///   - title: What the row says.
  ///   - button: What the button says; `_` before a letter makes it the mnemonic.
  ///   - help: A sentence or two below the title.
  ///   - group: The whole key of the group at whose end it stands; the outermost, if not given.
  ///   - press: Called when the button is pressed.
  public init(
    _ title: String, button: String, help: String = "", in group: String = "",
    press: @escaping @MainActor () -> Void
  ) {
    self.title = title
    self.button = button
    self.help = help
    self.group = group
    self.press = press
  }

  @MainActor func makeRow() -> Part {
    let words = Stack(.vertical, spacing: 3) {
      Label(title).wrapping()
      if !help.isEmpty { Label(help).wrapping().styleClass("caption", "dim-label") }
    }.align(vertical: .center).expand(.horizontal)
    return Stack(.horizontal, spacing: 12) {
      words
      Button(button, press).align(vertical: .center)
    }.styleClass("preference")
  }
}
