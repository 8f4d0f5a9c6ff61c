internal import Support

extension PreferenceDefinition {
  /// What keeps a content from being a value of the setting, in words for a person, as in “must be
  /// between 1 and 32”; nil where nothing does.
  ///
  /// - Complexity: O(*n*) in its size; a pattern is compiled each time.
  public func complaint(about content: PreferenceContent) -> String? {
    switch checked(content) {
    case .success: nil
    case .failure(let refusal): refusal.reason
    }
  }

  /// Why a content is no value of a setting.
  package struct Refusal: Error { package var reason: String }

  /// The content in its one form, if it is a value.
  func checked(_ content: PreferenceContent) -> Result<PreferenceContent, Refusal> {
    guard content.isKept(as: parts.type), let content = parts.normalize(content) else {
      return .failure(Refusal(reason: unreadable))
    }
    if let reason = rangeComplaint(content) ?? textComplaint(content) {
      return .failure(Refusal(reason: reason))
    }
    for check in parts.checks {
      if let reason = check(content) { return .failure(Refusal(reason: reason)) }
    }
    return .success(content)
  }

  /// What a value must be, where what there is is none at all.
  var unreadable: String {
    choices.isEmpty ? tr("must be {}", parts.type.example) : choiceWords
  }

  private var choiceWords: String {
    tr("must be one of {}", choices.map(\.content.text).joined(separator: ", "))
  }

  private func rangeComplaint(_ content: PreferenceContent) -> String? {
    let isTooLow = parts.low.map(content.precedes) ?? false
    let isTooHigh = parts.high?.precedes(content) ?? false
    guard isTooLow || isTooHigh else { return nil }
    return switch (parts.low, parts.high) {
    case (let low?, let high?): tr("must be between {} and {}", low.text, high.text)
    case (let low?, nil): tr("must be at least {}", low.text)
    case (nil, let high?): tr("must be at most {}", high.text)
    case (nil, nil): nil
    }
  }

  private func textComplaint(_ content: PreferenceContent) -> String? {
    if !choices.isEmpty, !choices.contains(where: { $0.content == content }) { return choiceWords }
    guard let pattern = parts.pattern, case .text(let text) = content else { return nil }
    // That it can be compiled is checked when the schema is made.
    guard let regex = try? Regex(pattern.regex) else { return nil }
    return (try? regex.wholeMatch(in: text)) == nil ? pattern.message : nil
  }
}

extension PreferenceContent {
  /// Whether it is of the kind in which values of the type are kept, and can be stored.
  fileprivate func isKept(as type: PreferenceType) -> Bool {
    switch (type, self) {
    case (.boolean, .boolean), (.integer, .integer), (.text, .text), (.file, .text),
      (.folder, .text), (.json, .json):
      true
    case (.double, .double(let value)): value.isFinite
    // Not all that Swift's types hold can be written and read back.
    case (.date, .date), (.duration, .duration), (.color, .text):
      PreferenceContent(text: text, as: type) != nil
    case (.list(let element), .list(let contents)): contents.allSatisfy { $0.isKept(as: element) }
    default: false
    }
  }
}
