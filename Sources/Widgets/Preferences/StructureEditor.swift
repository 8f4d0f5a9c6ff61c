internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import HikidashiBase
internal import HikidashiPreferences

/// An input for a list of structures: a card for each, with an input for each of its values, and a button that adds
/// another.
final class StructureEditor: Input<[PreferenceContent]> {
  private struct Card {
    let native: NativeWidget
    let editors: [PreferenceEditor]
    let remove: NativeWidget
  }

  private let definition: PreferenceDefinition
  private var cards: [Card] = []
  private var add: NativeWidget?

  init(
    _ definition: PreferenceDefinition, value: [PreferenceContent],
    rules: [InputRule<[PreferenceContent]>]
  ) {
    self.definition = definition
    super.init(definition.title.literal, value: value, rules: rules)
  }

  override func nativeDied() {
    super.nativeDied()
    cards = []
    add = nil
  }

  override func makeControl() -> NativeWidget {
    let box: NativeWidget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    let add: NativeWidget = gtk_button_new_with_label(tr("Add"))
    gtk_widget_set_halign(add, GTK_ALIGN_END)
    setAccessible(add, GTK_ACCESSIBLE_PROPERTY_LABEL, tr("Add to {}", label))
    connect(add, "clicked") { [weak self] _ in
      guard let self else { return false }
      choose(value + [definition.element(of: definition.columns.map(\.defaultContent))])
      cards.last?.editors.first?.input.focus()
      return false
    }
    gtk_box_append(box.cast(to: GtkBox.self), add)
    self.add = add
    return box
  }

  override func show(_ value: [PreferenceContent]) {
    guard let box = madeControl else { return }
    while cards.count > value.count {
      gtk_box_remove(box.cast(to: GtkBox.self), cards.removeLast().native)
    }
    for (number, element) in value.enumerated() {
      let values = definition.values(of: element)
      if cards.indices.contains(number) {
        for (editor, content) in zip(cards[number].editors, values) { editor.show(content) }
      } else {
        let card = makeCard(number, values)
        gtk_box_insert_child_after(box.cast(to: GtkBox.self), card.native, cards.last?.native)
        cards.append(card)
      }
    }
  }

  private func makeCard(_ number: Int, _ values: [PreferenceContent]) -> Card {
    let name = "\(label) \(number + 1)"
    let remove: NativeWidget = gtk_button_new_from_icon_name("list-remove-symbolic")
    gtk_widget_add_css_class(remove, "flat")
    gtk_widget_set_tooltip_text(remove, tr("Remove"))
    setAccessible(remove, GTK_ACCESSIBLE_PROPERTY_LABEL, tr("Remove {}", name))
    connect(remove, "clicked") { [weak self] _ in
      self?.removed(number)
      return false
    }
    let lines: NativeWidget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    gtk_widget_set_hexpand(lines, 1)
    let editors = zip(definition.columns, values).map { column, content in
      let editor = PreferenceEditor(column, content) { [weak self] _ in self?.changed(number) }
      gtk_box_append(lines.cast(to: GtkBox.self), makeLine(column, editor, name))
      return editor
    }
    let card: NativeWidget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_set_valign(remove, GTK_ALIGN_START)
    setAccessible(card, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
    gtk_box_append(card.cast(to: GtkBox.self), lines)
    gtk_box_append(card.cast(to: GtkBox.self), remove)
    return Card(native: card, editors: editors, remove: remove)
  }

  /// The title of a value, and its input.
  private func makeLine(
    _ column: PreferenceDefinition, _ editor: PreferenceEditor, _ name: String
  ) -> NativeWidget {
    let line: NativeWidget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    let title: NativeWidget = gtk_label_new(column.title)
    gtk_label_set_xalign(title.opaque, 0)
    gtk_label_set_wrap(title.opaque, 1)
    gtk_widget_set_valign(title, GTK_ALIGN_CENTER)
    gtk_box_append(line.cast(to: GtkBox.self), title)
    let isNarrow = column.choices.isEmpty && column.type.isNarrow
    editor.input.align(horizontal: isNarrow ? .end : .fill, vertical: .center)
    editor.input.adopt { gtk_box_append(line.cast(to: GtkBox.self), $0) }
    if let control = editor.input.control {
      gtk_label_set_mnemonic_widget(title.opaque, control)
      setAccessible(control, GTK_ACCESSIBLE_PROPERTY_LABEL, "\(column.title), \(name)")
    }
    hk_box_stack_below(line, 240, 12)
    return line
  }

  /// What the inputs of a card hold now.
  private func changed(_ number: Int) {
    guard value.indices.contains(number), cards.indices.contains(number) else { return }
    var all = value
    let values = definition.values(of: all[number])
    all[number] = definition.element(
      of: zip(cards[number].editors, values).map { $0.content ?? $1 })
    enter(all)
  }

  /// A person has pressed the button of a card.
  private func removed(_ number: Int) {
    guard value.indices.contains(number) else { return }
    // Names are by number, so the last card goes and the values move up.
    var left = value
    left.remove(at: number)
    choose(left)
    let next = cards.indices.contains(number) ? cards[number] : cards.last
    if let input = next?.editors.first?.input {
      input.focus()
    } else if let add {
      gtk_widget_grab_focus(add)
    }
  }
}
