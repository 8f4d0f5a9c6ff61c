extension PreferenceSchema.Entry {
  /// Where people find the setting.
  var place: String { definition.parts.place ?? key }

  /// Checks what can be wrong in a setting by itself.
  func checkLimits() throws(PreferenceSchemaError) {
    let parts = definition.parts
    for (bound, name) in [(parts.low, "least"), (parts.high, "greatest")] {
      guard let bound else { continue }
      guard bound.isOrdered else {
        throw .badLimit(place: place, reason: "the \(name) value, \(bound.text), has no order")
      }
    }
    if let low = parts.low, let high = parts.high, high.precedes(low) {
      throw .badLimit(place: place, reason: "no value is between \(low.text) and \(high.text)")
    }
    if let pattern = parts.pattern {
      do { _ = try Regex(pattern.regex) } catch {
        throw .badLimit(place: place, reason: "the pattern \(pattern.regex) is none: \(error)")
      }
    }
    var seen: Set<PreferenceContent> = []
    for choice in parts.choices where !seen.insert(choice.content).inserted {
      throw .badLimit(place: place, reason: "the choice \(choice.content.text) is there twice")
    }
    if let reason = definition.complaint(about: parts.defaultContent) {
      throw .badDefault(place: place, reason: reason)
    }
  }
}
