internal import HikidashiPreferences

/// The entry of a secret: it is asked for when the row is made, and kept by Enter or when the keyboard
/// goes on; where settings are applied together, with them.
final class SecretInput: Stack {
  private let entry: TextEntry
  private let store: PreferenceStore
  private let preference: SecretPreference
  private let onChange: @MainActor () -> Void
  /// What is being stored.
  private(set) var storing: (value: String, task: Task<Void, Never>)?

  /// - Parameter onChange: Called when there may be something to keep, or nothing more.
  init(
    _ store: PreferenceStore, _ definition: PreferenceDefinition, isLive: Bool,
    onChange: @escaping @MainActor () -> Void
  ) {
    self.store = store
    self.onChange = onChange
    preference = SecretPreference(of: definition)
    entry = TextEntry(definition.title.literal, isSecret: true)
    super.init(.vertical, spacing: 0, [entry])
    entry.onChange = { _ in onChange() }
    if isLive {
      entry.onSubmit = { [weak self] _ in self?.save() }
      onKeyboardLeave { [weak self] in self?.save() }
    }
    Task { [weak self] in await self?.load() }
  }

  /// Whether something was typed that is not kept.
  var isDirty: Bool { entry.isDirty }

  private func load() async {
    do throws(PreferenceError) {
      let value = try await store.secret(preference)
      // What a person has typed meanwhile is newer.
      guard !entry.isDirty, let value else { return }
      entry.value = value
      entry.apply()
      onChange()
    } catch {
      entry.hint("\(error)")
    }
  }

  /// Keeps what was typed. Where that fails, it is still to be kept, and can be tried again.
  func save() {
    let value = entry.value
    // The keyboard leaves after Enter, too.
    guard entry.isDirty, value != storing?.value else { return }
    let before = storing?.task
    let task = Task {
      await before?.value
      do throws(PreferenceError) {
        try await store.setSecret(value.isEmpty ? nil : value, for: preference)
        entry.hint(nil)
        if entry.value == value { entry.apply() }
      } catch {
        entry.hint("\(error)")
      }
      if storing?.value == value { storing = nil }
      onChange()
    }
    storing = (value, task)
  }

  /// Goes back to what was kept last.
  func revert() {
    entry.revert()
    entry.hint(nil)
  }
}
