/// An option of a program or of one of its commands, such as `--json` or `--mirror=URL`.
///
/// ```swift
/// CommandOption("json", "j", help: "Print every field as JSON")
/// CommandOption("jobs", "j", argument: "N", help: "Downloads at once")
/// ```
///
/// The value of an option follows after `=` or is the next word. Letters without a value may stand
/// together: `-jv`.
public struct CommandOption: Sendable, Hashable {
  /// The name, which stands after two hyphens.
  public var name: String
  /// The letter, which stands after one hyphen; nil for none.
  public var letter: Character?
  /// The name of the option's value in the help; nil for an option without a value.
  public var argument: String?
  /// One line of help.
  public var help: String
  /// Whether it is the flag of a Boolean setting, which takes a value after `=` only and whose
  /// `--no-` form turns it off.
  var isBoolean = false
  /// Whether the help shows its `--no-` form, as what it sets is on by itself.
  var isOn = false

  /// Makes an option.
  ///
  /// - Parameters:
  ///   - name: The name without its hyphens.
  ///   - letter: The letter without its hyphen.
  ///   - argument: The name of the value in the help, such as `FILE`; nil for an option without a
  ///     value.
  ///   - help: One line of help.
  public init(
    _ name: String, _ letter: Character? = nil, argument: String? = nil, help: String
  ) {
    self.name = name
    self.letter = letter
    self.argument = argument
    self.help = help
  }
}
