internal import HikidashiBase

/// The messages that say what a value must be, shared by fields, settings and inputs.
package enum RuleText {
  /// The message for a value between two bounds; nil is no bound.
  package static func range(_ low: String?, _ high: String?) -> String {
    switch (low, high) {
    case (let low?, let high?): tr("must be between {} and {}", low, high)
    case (let low?, nil): tr("must be at least {}", low)
    case (nil, let high?): tr("must be at most {}", high)
    case (nil, nil): ""
    }
  }

  /// The message for the length of a text; a `most` of `Int.max` is no bound.
  package static func length(_ least: Int, _ most: Int) -> String {
    most == .max
      ? tr("must have at least {} characters", least)
      : tr("must have {} to {} characters", least, most)
  }

  /// The message that lists the allowed values.
  package static func oneOf(_ texts: [String]) -> String {
    tr("must be one of {}", texts.joined(separator: ", "))
  }

  /// The message for a text that must be the address of a page or a mail.
  package static var link: String { tr("must be an address such as https://example.org") }

  /// The message for a value that must not be missing.
  package static var required: String { tr("must be filled in") }

  /// The message for a value that another record already has.
  package static var unique: String { tr("must be unique, and another record has it") }
}
