internal import HikidashiBase
internal import HikidashiOutlines
public import HikidashiPresentation

/// A dialog in which the user chooses one of several values from a list.
///
/// ```swift
/// let encoding = try await window.present(
///   ListChooser("Encoding of the file", ["UTF-8", "Shift_JIS", "EUC-JP"]) { $0 })
/// ```
///
/// The arrow keys go through the list, letters to what begins with them, Enter takes what is selected.
/// A list of more than eight has a field that filters it.
public struct ListChooser<Value: Sendable>: Presentable {
  /// The chosen value.
  public typealias Answer = Value

  /// The title of the dialog.
  public var title: String
  /// The explanation below the title.
  public var message: String
  /// The values to choose from.
  public var values: [Value]
  /// The index of the value that is selected at first.
  public var selected: Int
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions()
  fileprivate let text: @MainActor @Sendable (Value) -> String

  /// The name of the item in the log, in errors and in queries.
  public var name: String { title }

  /// Makes a chooser.
  ///
  /// - Parameters:
  ///   - title: What is chosen.
  ///   - message: What a person has to know to choose.
  ///   - values: What there is to choose from, any number.
  ///   - selected: The position of the value that is selected at first; one that is not there selects
  ///     nothing.
  ///   - text: What a value is called.
  public init(
    _ title: String, message: String = "", _ values: [Value], selected: Int = 0,
    text: @escaping @MainActor @Sendable (Value) -> String = { "\($0)" }
  ) {
    self.title = title
    self.message = message
    self.values = values
    self.selected = selected
    self.text = text
  }
}

extension ListChooser: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<ListChooser> {
    ListChooserView(self, over: window)
  }
}

private final class ListChooserView<Value: Sendable>: MessageView<ListChooser<Value>> {
  private lazy var list = makeList()
  private lazy var field = SearchField(tr("Search")) { [weak self] in self?.filter($0) }

  private func makeList() -> OutlineView<Int> {
    let values = item.values
    let text = item.text
    var rows = Outline<Int>.Assembler(capacity: values.count)
    for number in values.indices { rows.add(number, id: NodeID(rawValue: UInt64(number))) }
    // Numbers are unique, the only thing that could be wrong.
    let list = OutlineView((try? rows.finish()) ?? Outline<Int>(), text: { text(values[$0]) })
    var style = TableStyle.standard
    // There are no sections to stand apart from.
    style.alignsText = false
    list.style(style).accessibleLabel(item.title)
    if values.indices.contains(item.selected) {
      list.changeSelection { [selected = item.selected] in
        $0.select(only: NodeID(rawValue: UInt64(selected)))
      }
    }
    list.onSelect = { [weak self] _ in self?.check() }
    list.onDeselect = { [weak self] _ in self?.check() }
    list.onActivate = { [weak self] _ in self?.choose(.choose) }
    return list
  }

  override func message() -> Message {
    let hasField = item.values.count > 8
    field.onSubmit = { [weak self] _ in self?.choose(.choose) }
    field.onMoveDown = { [list] in list.focus(row: 0) }
    field.onCancel = { [weak self] in self?.choose(.cancel) }
    let rows = hasField ? 8 : max(2, item.values.count)
    return Message(
      heading: item.title, body: item.message, choices: [.cancel, .choose],
      content: Stack(
        .vertical, spacing: 6,
        [field.visible(hasField), list.minimumSize(width: 280, height: rows * 34)]),
      focus: hasField ? field : list)
  }

  override func mapped() {
    check()
    if let id = list.outline.selectedIDs.first { list.reveal(id) }
    super.mapped()
  }

  private func check() { setEnabled(.choose, selected != nil) }

  private var selected: Int? {
    list.outline.selectedIDs.first.map { Int($0.rawValue) }
  }

  /// Selects what is found first, so that Enter takes it.
  private func filter(_ words: String) {
    let values = item.values
    let text = item.text
    let words = words.lowercased()
    let names = words.isEmpty ? [] : values.map { text($0).lowercased() }
    list.change { outline in
      if words.isEmpty { return outline.setFilter(nil) }
      return outline.setFilter { _, number in names[number].contains(words) }
    }
    list.changeSelection { outline in
      if outline.rowCount == 0 { return outline.clearSelection() }
      return outline.select(only: outline.id(atRow: 0))
    }
    check()
  }

  override func chose(_ choice: Choice) {
    if choice == .choose, let selected, item.values.indices.contains(selected) {
      answer(item.values[selected])
    }
  }
}
