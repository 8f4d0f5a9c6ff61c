/// An sRGB colour with components from 0 to 1.
///
/// ```swift
/// Color("#3584e4")?.opacity(0.5)
/// ```
public struct Color: Sendable, Hashable, Codable {
  public var red: Double
  public var green: Double
  public var blue: Double
  /// The opacity: 0 is fully transparent, 1 fully opaque.
  public var alpha: Double

  public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Reads a CSS hexadecimal colour: `#rgb`, `#rrggbb` or `#rrggbbaa`; nil for anything else.
  public init?(_ hexadecimal: String) {
    var digits: [UInt8] = []
    for (index, byte) in hexadecimal.utf8.enumerated() {
      if index == 0 {
        guard byte == UInt8(ascii: "#") else { return nil }
        continue
      }
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
      digits.append(UInt8(digit))
    }
    let parts: [Double]
    switch digits.count {
    case 3: parts = digits.map { Double($0) / 15 }
    case 6, 8:
      parts = stride(from: 0, to: digits.count, by: 2).map {
        Double(digits[$0] * 16 + digits[$0 + 1]) / 255
      }
    default: return nil
    }
    self.init(parts[0], parts[1], parts[2], parts.count == 4 ? parts[3] : 1)
  }

  public static let black = Color(0, 0, 0)
  public static let white = Color(1, 1, 1)
  public static let clear = Color(0, 0, 0, 0)

  /// The colour with another ``alpha``, from 0 to 1.
  public func opacity(_ alpha: Double) -> Color { Color(red, green, blue, alpha) }

  /// The colour as CSS writes it: `#rrggbb`, or `#rrggbbaa` when it is not opaque.
  public var hexadecimal: String {
    let parts = alpha < 1 ? [red, green, blue, alpha] : [red, green, blue]
    let digits = parts.map { part in
      let byte = UInt8((min(max(part.isFinite ? part : 0, 0), 1) * 255).rounded())
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "#" + digits.joined()
  }
}
