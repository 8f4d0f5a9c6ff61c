// Modifiers hand back another setting with the same key.
extension Preference {
  private func changed(_ change: (inout PreferenceDefinition.Parts) -> Void) -> Preference {
    var parts = definition.parts
    change(&parts)
    return Preference(PreferenceDefinition(parts), defaultValue)
  }

  /// Shows the setting only while others are as the condition says. Its value stays what it is.
  public func visible(when condition: PreferenceCondition) -> Preference {
    changed { $0.visible = condition }
  }

  /// Lets a person change the setting only while others are as the condition says.
  public func enabled(when condition: PreferenceCondition) -> Preference {
    changed { $0.enabled = condition }
  }

  /// Adds a rule of the program's own.
  ///
  /// - Parameters:
  ///   - message: What a value must be, as in “must be even”.
  ///   - isValid: Whether a value is right; may be called on any thread.
  public func check(
    _ message: String, _ isValid: @escaping @Sendable (Value) -> Bool
  ) -> Preference {
    changed { parts in
      parts.checks.append { content in
        Value(content: content).map(isValid) ?? false ? nil : message
      }
    }
  }

  /// Says when a change takes effect; at once, where nothing is said.
  public func takesEffect(_ effect: PreferenceDefinition.Effect) -> Preference {
    changed { $0.effect = effect }
  }

  /// The name in its group.
  public var key: String { definition.key }
}
