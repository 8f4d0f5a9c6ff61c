internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiRecords

/// An input that suggests texts while a person types: a ``TextEntry`` or a ``TagEntry``.
///
/// ```swift
/// TextEntry("_City").suggests(city, in: addresses)
/// TagEntry("_Topics").suggests(["birds", "trees", "weather"])
/// ```
///
/// Texts that begin with what was typed come first, then those in which its words begin words, then those that have
/// them anywhere. Case, width, accents and the kind of kana do not count. Down and Up go through the list below the
/// entry, Enter takes what is selected, Escape closes the list; other texts than those suggested may be typed, unless a
/// rule refuses them. A million texts are as quick as a hundred: they are made into a
/// ``/HikidashiRecords/SuggestionIndex`` on another thread when the person first types.
public class SuggestingInput<Value: Equatable>: Input<Value> {
  private let search = SuggestionSearch()
  private var popover: SuggestionPopover?
  private(set) var isSuggesting = false

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    search.onAnswer = { _ in }
    search.forget()
    popover = nil
  }

  /// Suggests these texts.
  @discardableResult
  public func suggests(_ texts: [String]) -> Self {
    isSuggesting = true
    search.offer { texts }
    return self
  }

  /// Suggests the texts that a closure returns. What it reads is followed.
  ///
  /// It runs on the main actor, so it should be quick; for the values of many records there is ``suggests(_:in:)``.
  @discardableResult
  public func suggests(_ texts: @escaping @MainActor () -> [String]) -> Self {
    isSuggesting = true
    keepUpToDate(.part, texts) { [search] texts in search.offer { texts } }
    return self
  }

  /// Suggests texts that are made on another thread, when the person first types: the words of a file, say.
  @discardableResult
  public func suggests(loading texts: @escaping @Sendable () -> [String]) -> Self {
    isSuggesting = true
    search.offer(texts)
    return self
  }

  /// Suggests the different values of a field of records, as they are when the person types. They are read on
  /// another thread.
  @discardableResult
  public func suggests<Text: TextValue>(
    _ field: Field<Text>, in records: any SharedRecords
  ) -> Self {
    isSuggesting = true
    let read: @MainActor () -> RecordTable = { records.table }
    keepUpToDate(.part, read) { [search] table in
      search.offer {
        table.values(of: field).compactMap { value in String(cell: value.cell) }
      }
    }
    return self
  }

  /// Puts the list below an entry; a subclass calls it when it makes its row.
  func placeSuggestions(of entry: NativeWidget, in box: NativeWidget) {
    let popover = SuggestionPopover(of: entry, in: box, name: tr("Suggestions for {}", label))
    popover.onChoose = { [weak self] text in self?.took(text) }
    popover.onOpen = { [weak self] in self?.search.ask(editableText(entry)) }
    popover.onClose = { [weak self] in self?.search.forget() }
    popover.onSelect = { [weak self] words in
      setAccessible(entry, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words ?? "")
      if words == nil { self?.showMessage() }
    }
    search.onAnswer = { [weak self] texts in self?.show(texts, typedIn: entry) }
    self.popover = popover
  }

  private func show(_ texts: [String], typedIn entry: NativeWidget) {
    let isTyping = gtk_widget_get_state_flags(entry).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue
    guard isTyping != 0 else { return search.forget() }
    let typed = editableText(entry)
    // What stands there already is no suggestion.
    popover?.show(texts == [typed] ? [] : texts)
  }

  /// Looks for suggestions; a subclass calls it when the person has typed.
  func suggest(for typed: String) {
    guard isSuggesting else { return }
    if typed.allSatisfy(\.isWhitespace) {
      search.forget()
      popover?.close()
    } else {
      search.ask(typed)
    }
  }

  /// Takes a text that was chosen. A subclass overrides it.
  func took(_ text: String) {}

  /// Whether texts are being looked for.
  package var isSearching: Bool { search.isSearching }
  /// What is suggested now.
  package var suggested: [String] { popover?.texts ?? [] }
}
