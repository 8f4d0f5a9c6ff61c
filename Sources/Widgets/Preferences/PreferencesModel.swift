internal import HikidashiBase
internal import HikidashiPreferences

/// What a view of settings shows: the values of a store, or a draft of them that is yet to be applied.
@MainActor
final class PreferencesModel {
  let store: PreferenceStore
  let isLive: Bool
  private(set) var draft: PreferenceState
  /// What was changed and not applied, nil for what was reset.
  private(set) var pending: [Int: PreferenceContent?] = [:]
  /// Called with what is to be shown anew.
  var onChange: (PreferenceChange) -> Void = { _ in }
  /// Called with what could not be changed.
  var onRefusal: (_ position: Int, _ complaint: String) -> Void = { _, _ in }
  private var watching: Task<Void, Never>?
  /// What is being typed into one input, key by key, and is undone at once.
  private var typing = Int.random(in: .min ... .max)

  init(_ store: PreferenceStore, isLive: Bool) {
    self.store = store
    self.isLive = isLive
    draft = store.snapshot.state
    let changes = store.changes
    watching = Task { [weak self] in
      for await change in changes {
        guard let self else { return }
        adopt(change)
      }
    }
  }

  func end() {
    watching?.cancel()
    onChange = { _ in }
    onRefusal = { _, _ in }
  }

  var schema: PreferenceSchema { store.schema }

  /// The settings of the schema whose values are only looked at: the user cannot change them now.
  func isLocked(_ position: Int) -> Bool { draft.layer(position).isAboveUser }

  func isChanged(_ position: Int) -> Bool {
    draft.values[position] != schema.entries[position].definition.defaultContent
  }

  /// The keyboard is at an input, or has left one: what is typed from now on is undone together.
  func beginTyping() { typing = .random(in: .min ... .max) }

  /// Takes a value that a person has entered, nil for the default.
  func set(_ position: Int, to content: PreferenceContent?) {
    let definition = schema.entries[position].definition
    if content == draft.values[position] { return }
    if isLive {
      do throws(PreferenceError) {
        let typing = definition.isTyped && content != nil ? typing : nil
        try store.edit(typing: typing) { (edit) throws(PreferenceError) in
          if let content {
            try edit.set(definition, content)
          } else {
            try edit.reset(definition)
          }
        }
      } catch {
        onRefusal(position, "\(error)")
        return
      }
    } else {
      pending[position] = .some(content)
    }
    onChange(draft.set([position: content]))
  }

  var isDirty: Bool { !pending.isEmpty }

  /// Takes all that was changed, together; what keeps it from being taken, if anything does.
  func apply() -> String? {
    let pending = pending
    do throws(PreferenceError) {
      try store.edit { (edit) throws(PreferenceError) in
        for (position, content) in pending {
          let definition = edit.definition(position)
          if let content {
            try edit.set(definition, content)
          } else {
            try edit.reset(definition)
          }
        }
      }
    } catch {
      return "\(error)"
    }
    self.pending = [:]
    return nil
  }

  /// Goes back to what the store has.
  func revert() {
    let positions = Set(pending.keys)
    pending = [:]
    draft = store.snapshot.state
    // The conditions may have changed with the values: all of them are looked at again.
    onChange(
      PreferenceChange.of(schema, values: positions, states: Set(schema.entries.indices)))
  }

  /// Takes over what was changed elsewhere; what was entered here stays.
  private func adopt(_ change: PreferenceChange) {
    draft = store.snapshot.state
    var change = change
    if !pending.isEmpty {
      let own = draft.set(pending)
      change.values.formUnion(own.values)
      change.states.formUnion(schema.entries.indices)
    }
    onChange(change)
  }
}

extension PreferenceDefinition {
  /// Whether its value is typed, and not chosen by one click or key.
  fileprivate var isTyped: Bool {
    choices.isEmpty && type.isTyped
  }
}
