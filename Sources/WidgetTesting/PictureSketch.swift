internal import CHikidashiGTK
public import HikidashiWidgets

/// A coarse version of a picture: the mean colour of each square. It hardly changes with the font.
///
/// A test keeps one and compares with it, where a comparison pixel by pixel would fail with another
/// version of a font.
///
/// ```swift
/// try await stage.savePicture(to: path)
/// let sketch = PictureSketch(picture: path)
/// let difference = sketch?.difference(from: known)      // known = PictureSketch(sketch: "golden.png")
/// ```
public struct PictureSketch: Hashable, Sendable {
  /// The number of squares in a row.
  public let width: Int
  /// The number of squares in a column.
  public let height: Int
  /// Red, green and blue of each square, line by line from the upper left.
  private let colors: [UInt8]

  /// The difference between two sketches.
  public struct Difference: Hashable, Sendable {
    /// The average difference of all squares, from 0 to 255.
    public var mean: Double
    /// The difference of the square that differs most.
    public var greatest: Double
    /// The column of that square.
    public var column: Int
    /// The row of that square.
    public var row: Int

    /// Whether the difference is so small that another font may cause it.
    ///
    /// Another font, or the next size of it, changes a window by 0.1 on average and by 30 in a square; a
    /// row that is selected, by 2 on average.
    public var isSlight: Bool { mean <= 0.8 && greatest <= 40 }
  }

  /// Makes a sketch of a picture file.
  ///
  /// - Parameters:
  ///   - path: Of a PNG or another picture file.
  ///   - square: The side of a square in pixels. Those at the right and lower edges may be smaller.
  /// - Returns: nil for what cannot be read.
  @MainActor
  public init?(picture path: String, square: Int = 12) {
    guard let texture = gdk_texture_new_from_filename(path, nil) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    let (columns, lines) = (
      Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture))
    )
    guard columns > 0, lines > 0, square > 0 else { return nil }
    var pixels = [UInt8](repeating: 0, count: columns * lines * 4)
    gdk_texture_download(texture, &pixels, gsize(columns * 4))
    width = (columns + square - 1) / square
    height = (lines + square - 1) / square
    var sums = [Int](repeating: 0, count: width * height * 3)
    var counts = [Int](repeating: 0, count: width * height)
    for line in 0..<lines {
      for column in 0..<columns {
        let place = (line / square) * width + column / square
        let pixel = (line * columns + column) * 4
        counts[place] += 1
        // The processor's order of bytes: blue, green, red, alpha.
        for channel in 0..<3 { sums[place * 3 + channel] += Int(pixels[pixel + 2 - channel]) }
      }
    }
    colors = sums.indices.map { UInt8(clamping: sums[$0] / max(1, counts[$0 / 3])) }
  }

  /// Reads a saved sketch.
  ///
  /// - Returns: nil for what cannot be read.
  @MainActor
  public init?(sketch path: String) { self.init(picture: path, square: 1) }

  /// The sketch as a picture with a pixel for each square, to be saved.
  public var picture: Picture? {
    var pixels: [UInt8] = []
    for place in 0..<(width * height) {
      pixels += colors[(place * 3)..<(place * 3 + 3)] + [255]
    }
    return Picture(width: width, height: height, pixels: pixels)
  }

  /// Returns the difference from another sketch; nil if their sizes differ.
  public func difference(from other: PictureSketch) -> Difference? {
    guard width == other.width, height == other.height else { return nil }
    var result = Difference(mean: 0, greatest: 0, column: 0, row: 0)
    for place in 0..<(width * height) {
      let channels = (place * 3)..<(place * 3 + 3)
      let distances = channels.map { abs(Double(colors[$0]) - Double(other.colors[$0])) }
      let distance = distances.max() ?? 0
      result.mean += distance / Double(width * height)
      if distance > result.greatest {
        (result.greatest, result.column, result.row) = (distance, place % width, place / width)
      }
    }
    return result
  }
}
