/// What only the person has whom the address was printed for: 128 random bits of the kernel.
struct Token {
  /// 32 hexadecimal digits.
  let text: String

  init() {
    // The system's generator asks the kernel each time (getrandom).
    var generator = SystemRandomNumberGenerator()
    self.init((0..<2).map { _ in Self.digits(of: generator.next()) }.joined())
  }

  init(_ text: String) { self.text = text }

  /// Whether `guess` is the token. The time it takes tells nothing of where they differ.
  func isEqual(to guess: some StringProtocol) -> Bool {
    let own = Array(text.utf8)
    let other = Array(guess.utf8)
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func digits(of number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
