/// Writes names of servers that have letters beyond ASCII as the network asks for them.
///
/// ```swift
/// Punycode.label("bücher")     // "xn--bcher-kva"
/// ```
public enum Punycode {
  /// The label of a name, which is a part between full stops, in ASCII; nil where it has more than 63 letters then.
  ///
  /// - Parameter text: A label in lower case that has a letter beyond ASCII.
  /// - Complexity: O(*n*²) in its letters, of which there are 63 at most.
  /// - Source: RFC 3492, 6.3 "Encoding procedure".
  public static func label(_ text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count < 64 else { return nil }
    var output = scalars.filter(\.isASCII).map { Character($0) }
    let basic = output.count
    if basic > 0 { output.append("-") }
    var (next, delta, bias, handled) = (128, 0, 72, basic)
    while handled < scalars.count {
      let least = scalars.lazy.map { Int($0.value) }.filter { $0 >= next }.min() ?? next
      delta += (least - next) * (handled + 1)
      next = least
      for scalar in scalars {
        if scalar.value < next { delta += 1 }
        guard scalar.value == next else { continue }
        var rest = delta
        var place = 36
        while true {
          let limit = min(max(place - bias, 1), 26)
          guard rest >= limit else { break }
          output.append(digit(limit + (rest - limit) % (36 - limit)))
          rest = (rest - limit) / (36 - limit)
          place += 36
        }
        output.append(digit(rest))
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return output.count <= 59 ? "xn--" + String(output) : nil
  }

  private static func digit(_ value: Int) -> Character {
    Character(Unicode.Scalar(UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26)))
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps = 0
    while delta > 455 {
      delta /= 35
      steps += 36
    }
    return steps + 36 * delta / (delta + 38)
  }
}
