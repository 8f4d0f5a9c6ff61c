/// What must hold of other settings for one to be shown, or to be changed.
///
/// ```swift
/// .visible(when: .when("offline", is: false) && .when("jobs", isAtLeast: 2))
/// ```
///
/// A key is looked for in the group in which the condition stands, then in the groups around it.
/// Conditions look at values alone: a setting that is hidden still has its value.
public indirect enum PreferenceCondition: Sendable, Hashable {
  /// The setting has this value.
  case equals(String, PreferenceContent)
  /// The setting has one of these values.
  case isOneOf(String, [PreferenceContent])
  /// The setting has this value or a greater one.
  case isAtLeast(String, PreferenceContent)
  /// The setting has this value or a smaller one.
  case isAtMost(String, PreferenceContent)
  /// All of these hold.
  case all([PreferenceCondition])
  /// One or more of these hold.
  case any([PreferenceCondition])
  /// This does not hold.
  case not(PreferenceCondition)

  /// Nothing fulfils it: for a setting that no person is to see in a window, as it is set elsewhere.
  public static var never: PreferenceCondition { .any([]) }

  /// The setting with this key has this value.
  public static func when(_ key: String, is value: some PreferenceValue) -> PreferenceCondition {
    .equals(key, value.content)
  }

  /// The setting with this key has one of these values.
  public static func when(
    _ key: String, isOneOf values: [some PreferenceValue]
  ) -> PreferenceCondition { .isOneOf(key, values.map(\.content)) }

  /// The setting with this key has this value or a greater one.
  public static func when(
    _ key: String, isAtLeast value: some PreferenceValue & Comparable
  ) -> PreferenceCondition { .isAtLeast(key, value.content) }

  /// The setting with this key has this value or a smaller one.
  public static func when(
    _ key: String, isAtMost value: some PreferenceValue & Comparable
  ) -> PreferenceCondition { .isAtMost(key, value.content) }

  public static func && (
    one: PreferenceCondition, other: PreferenceCondition
  ) -> PreferenceCondition { .all([one, other]) }

  public static func || (
    one: PreferenceCondition, other: PreferenceCondition
  ) -> PreferenceCondition { .any([one, other]) }

  public static prefix func ! (condition: PreferenceCondition) -> PreferenceCondition {
    .not(condition)
  }
}
