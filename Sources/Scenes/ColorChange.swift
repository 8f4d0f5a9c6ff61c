internal import CHikidashiGTK
internal import Glibc
internal import HikidashiMotion
internal import HikidashiWidgets

/// A change of the colours of a part's picture: a matrix, and an offset that is added.
///
/// - Source: Filter Effects Level 1 (W3C), matrices of saturation and hue.
struct ColorChange {
  /// Red, green and blue as sums of red, green and blue, and a constant.
  private var rows: [[Double]] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]

  /// Nil where nothing is changed.
  init?(_ effects: PartEffects) {
    guard
      effects.brightness != 1 || effects.contrast != 1 || effects.saturation != 1
        || effects.hue != 0 || effects.tint.alpha > 0
    else { return nil }
    // Further on nothing is left but the outermost colours.
    let (light, contrast) = (min(effects.brightness, 1e4), min(effects.contrast, 1e4))
    add([[light, 0, 0, 0], [0, light, 0, 0], [0, 0, light, 0]])
    let gray = 0.5 - contrast / 2
    add([[contrast, 0, 0, gray], [0, contrast, 0, gray], [0, 0, contrast, gray]])
    add(Self.mixed(min(effects.saturation, 1e4), 0))
    let angle = effects.hue * .pi / 180
    add(Self.mixed(cos(angle), sin(angle)))
    let tint = effects.tint
    let rest = 1 - tint.alpha
    add([
      [rest, 0, 0, tint.red * tint.alpha], [0, rest, 0, tint.green * tint.alpha],
      [0, 0, rest, tint.blue * tint.alpha],
    ])
  }

  /// The matrix that keeps the lightness, with so much of the colour and so much of the one a quarter
  /// of a circle further.
  private static func mixed(_ same: Double, _ next: Double) -> [[Double]] {
    let light = [0.213, 0.715, 0.072]
    let turned = [
      [-0.213, -0.715, 0.928], [0.143, 0.140, -0.283], [-0.787, 0.715, 0.072],
    ]
    return (0..<3).map { row in
      (0..<3).map { column in
        light[column] + same * ((row == column ? 1 : 0) - light[column])
          + next * turned[row][column]
      } + [0]
    }
  }

  /// Does another change after this one.
  private mutating func add(_ other: [[Double]]) {
    rows = other.map { row in
      (0..<4).map { column in
        row[0] * rows[0][column] + row[1] * rows[1][column] + row[2] * rows[2][column]
          + (column == 3 ? row[3] : 0)
      }
    }
  }

  func push(on snapshot: OpaquePointer) {
    // By columns, as a color is a row that is multiplied from the left.
    var numbers: [Float] = []
    for column in 0..<3 { numbers += rows.map { Float($0[column]) } + [0] }
    numbers += [0, 0, 0, 1]
    var matrix = graphene_matrix_t()
    graphene_matrix_init_from_float(&matrix, &numbers)
    var offset = graphene_vec4_t()
    graphene_vec4_init(&offset, Float(rows[0][3]), Float(rows[1][3]), Float(rows[2][3]), 0)
    gtk_snapshot_push_color_matrix(snapshot, &matrix, &offset)
  }
}
