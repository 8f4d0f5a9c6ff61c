/// A condition on other settings that decides whether a setting is shown or may be changed.
///
/// ```swift
/// .visible(when: .when("offline", is: false) && .when("jobs", isAtLeast: 2))
/// ```
///
/// A key is looked up in the group of the condition's setting, then in the groups around it.
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
  /// All of these conditions hold.
  case all([PreferenceCondition])
  /// At least one of these conditions holds.
  case any([PreferenceCondition])
  /// This condition does not hold.
  case not(PreferenceCondition)

  /// A condition that never holds, for a setting that no window is to show.
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

  /// Both conditions hold.
  public static func && (
    one: PreferenceCondition, other: PreferenceCondition
  ) -> PreferenceCondition { .all([one, other]) }

  /// At least one of the two conditions holds.
  public static func || (
    one: PreferenceCondition, other: PreferenceCondition
  ) -> PreferenceCondition { .any([one, other]) }

  /// The condition does not hold.
  public static prefix func ! (condition: PreferenceCondition) -> PreferenceCondition {
    .not(condition)
  }
}
