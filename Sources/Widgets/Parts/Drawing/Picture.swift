/// A picture as a value: a file, the bytes of one, an icon, or pixels.
public struct Picture: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    case file(String)
    case encoded(Bytes)
    case icon(String)
    case pixels(width: Int, height: Int, Bytes)
  }

  /// Bytes that are a quick key of a dictionary: equal as all bytes are, hashed by a few.
  package struct Bytes: Sendable, Hashable {
    package let array: [UInt8]

    package func hash(into hasher: inout Hasher) {
      hasher.combine(array.count)
      for place in stride(from: 0, to: array.count, by: array.count / 16 + 1) {
        hasher.combine(array[place])
      }
    }
  }

  package let source: Source

  /// A file in any format that the desktop reads; what cannot be read shows nothing.
  public init(file: String) { source = .file(file) }

  /// What a file would hold: PNG, JPEG and other formats that the desktop reads.
  public init(encoded: [UInt8]) { source = .encoded(Bytes(array: encoded)) }

  /// An icon of the desktop's theme, such as `folder-symbolic`.
  public init(icon: String) { source = .icon(icon) }

  /// Pixels line by line from the upper left, four bytes each: red, green, blue, alpha, the colours
  /// not multiplied by alpha. Nil when the bytes are not `width * height * 4`.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !isTooLarge, area <= 1 << 28, pixels.count == area * 4 else {
      return nil
    }
    source = .pixels(width: width, height: height, Bytes(array: pixels))
  }
}
