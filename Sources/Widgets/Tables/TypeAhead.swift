/// A part in whose rows letters jump.
@MainActor
protocol TypingAhead: AnyObject {
  var typeAhead: TypeAhead { get set }
}

extension OutlineView: TypingAhead {}

/// The letters typed to jump to a row: those that follow one another within a second belong together.
struct TypeAhead {
  /// Where letters mean something else it is off.
  var isOn = true
  private var letters = ""
  private var last: ContinuousClock.Instant?

  /// Takes one more letter.
  ///
  /// - Returns: What a row must begin with, and whether the row that has the focus may be the one.
  mutating func add(
    _ letter: Character, at now: ContinuousClock.Instant = .now
  ) -> (prefix: String, mayStay: Bool) {
    let goesOn = last.map { now - $0 < .seconds(1) } ?? false
    last = now
    // The same letter again means the next row that begins with it.
    if goesOn, letters != String(letter) {
      letters.append(letter)
      return (letters, true)
    }
    letters = String(letter)
    return (letters, false)
  }
}
