internal import HikidashiBase

/// The sentences that say what a value must be, for fields, settings and inputs alike.
package enum RuleText {
  /// What lies between bounds must be; nil is no bound.
  package static func range(_ low: String?, _ high: String?) -> String {
    switch (low, high) {
    case (let low?, let high?): tr("must be between {} and {}", low, high)
    case (let low?, nil): tr("must be at least {}", low)
    case (nil, let high?): tr("must be at most {}", high)
    case (nil, nil): ""
    }
  }

  /// How long a text must be; `Int.max` is no bound.
  package static func length(_ least: Int, _ most: Int) -> String {
    most == .max
      ? tr("must have at least {} characters", least)
      : tr("must have {} to {} characters", least, most)
  }

  /// Which values there are.
  package static func oneOf(_ texts: [String]) -> String {
    tr("must be one of {}", texts.joined(separator: ", "))
  }

  /// That there must be a value.
  package static var required: String { tr("must be filled in") }

  /// That no other record may have the value.
  package static var unique: String { tr("must be unique, and another record has it") }
}
