internal import FoundationEssentials
internal import HikidashiBase
public import HikidashiRecords
internal import HikidashiValues

/// A rule for the value of an input, with the message for the user.
///
/// ```swift
/// TextEntry("Name", rules: [.required, .length(1...80)])
/// TextEntry("Code", rules: [.pattern(/[A-Z]{2}-\d+/, "must be like AB-12")])
/// CheckBox("I agree", rules: [.check("must be checked") { $0 }])
/// ```
///
/// The words are those of `FieldRule` in a record's schema. A value that is missing fulfils all but
/// `required`.
@MainActor
public struct InputRule<Value> {
  let isRequired: Bool
  private let check: @MainActor (Value, DateFormat?) -> String?

  /// Creates a rule that words its own message.
  ///
  /// - Parameter complaint: What a value must be, as in “must be even”; nil if it is right.
  public init(_ complaint: @escaping @MainActor (Value) -> String?) {
    self.init(isRequired: false, complaint)
  }

  private init(isRequired: Bool, _ complaint: @escaping @MainActor (Value) -> String?) {
    self.isRequired = isRequired
    check = { value, _ in complaint(value) }
  }

  /// A rule whose message names values, dates in the format of the input.
  private init(naming complaint: @escaping @MainActor (Value, DateFormat?) -> String?) {
    isRequired = false
    check = complaint
  }

  /// Returns the message for a value that breaks the rule, or nil.
  public func complaint(about value: Value) -> String? { check(value, nil) }

  func complaint(about value: Value, dates: DateFormat?) -> String? { check(value, dates) }

  /// Returns a rule with a check of the app's own.
  ///
  /// - Parameters:
  ///   - message: What a value must be, as in “must be even”.
  ///   - isValid: Whether a value is right.
  public static func check(
    _ message: String, _ isValid: @escaping @MainActor (Value) -> Bool
  ) -> InputRule {
    InputRule { isValid($0) ? nil : message }
  }
}

extension InputRule where Value == String {
  /// A rule: there must be a text other than spaces alone.
  public static var required: InputRule {
    InputRule(isRequired: true) { text in
      text.allSatisfy(\.isWhitespace) ? RuleText.required : nil
    }
  }

  /// Returns a rule: the number of characters must be in the range.
  public static func length(_ range: ClosedRange<Int>) -> InputRule {
    InputRule { text in
      range.contains(text.count) ? nil : RuleText.length(range.lowerBound, range.upperBound)
    }
  }

  /// Returns a rule: there must be at least this number of characters.
  public static func length(_ range: PartialRangeFrom<Int>) -> InputRule {
    InputRule { text in
      text.count >= range.lowerBound ? nil : RuleText.length(range.lowerBound, .max)
    }
  }

  /// A rule: the text, unless it is empty, must be the address of a page or a mail.
  public static var link: InputRule {
    InputRule { $0.isEmpty || $0.isLink ? nil : RuleText.link }
  }

  /// Returns a rule: the whole text, unless it is empty, must match a pattern.
  ///
  /// - Parameters:
  ///   - regex: The form.
  ///   - message: What a text must be, with an example, as in “must be like AB-12”.
  public static func pattern<Output>(_ regex: Regex<Output>, _ message: String) -> InputRule {
    InputRule { text in
      text.isEmpty || (try? regex.wholeMatch(in: text)) != nil ? nil : message
    }
  }
}

extension InputRule where Value: ExpressibleByNilLiteral & Equatable {
  /// A rule: there must be a value.
  public static var required: InputRule {
    InputRule(isRequired: true) { $0 == (nil as Value) ? RuleText.required : nil }
  }
}

extension InputRule {
  /// Returns a rule: the value must be in the range, its bounds included.
  public static func range<Bound: Comparable>(_ range: ClosedRange<Bound>) -> InputRule
  where Value == Bound? {
    let (low, high) = (range.lowerBound, range.upperBound)
    return InputRule(naming: { value, dates in
      value.map(range.contains) ?? true
        ? nil : RuleText.range(readerText(low, dates), readerText(high, dates))
    })
  }

  /// Returns a rule: the value must be at least the bound.
  public static func range<Bound: Comparable>(_ range: PartialRangeFrom<Bound>) -> InputRule
  where Value == Bound? {
    InputRule(naming: { value, dates in
      value.map(range.contains) ?? true
        ? nil : RuleText.range(readerText(range.lowerBound, dates), nil)
    })
  }

  /// Returns a rule: the value must be at most the bound.
  public static func range<Bound: Comparable>(_ range: PartialRangeThrough<Bound>) -> InputRule
  where Value == Bound? {
    InputRule(naming: { value, dates in
      value.map(range.contains) ?? true
        ? nil : RuleText.range(nil, readerText(range.upperBound, dates))
    })
  }
}

extension InputRule where Value: Equatable {
  /// Returns a rule: the value must be one of these.
  public static func oneOf(_ values: [Value]) -> InputRule {
    InputRule(naming: { value, dates in
      values.contains(value) ? nil : RuleText.oneOf(values.map { readerText($0, dates) })
    })
  }
}

extension InputRule where Value: FieldValue {
  /// Returns a rule: a field of a schema must accept the value, by its own rules and by whether it
  /// is optional.
  public static func field(_ field: any FieldHandle) -> InputRule {
    let definition = field.definition
    return InputRule(isRequired: !definition.isOptional) { value in
      switch definition.complaint(about: value.cell) {
      case nil: nil
      case .missingValue: RuleText.required
      case .invalidValue(_, _, let reason): reason
      case .some(let error): error.description
      }
    }
  }
}

/// A value in a message, as its reader writes it.
private func readerText(_ value: some Any, _ dates: DateFormat?) -> String {
  switch value {
  case let value as Int: NumberFormat().text(value)
  case let value as Double: NumberFormat(decimals: 0...15).text(value)
  case let value as Date: (dates ?? DateFormat(.day)).text(value)
  case let value as Duration: DurationFormat(units: 4, isShort: true).text(value)
  case let value as TimeOfDay: value.text()
  case let value as String: "“\(value)”"
  default: "\(value)"
  }
}
