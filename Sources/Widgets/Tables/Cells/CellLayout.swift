/// Where the slots of a cell stand: beside and above one another, or as a `.ui` file has them.
///
/// ```swift
/// let layout = CellLayout.row(
///   .icon("icon", size: 32),
///   .column(.text("name", style: "heading"), .text("words", lines: 0)),
///   .text("date", style: "dim-label"))
/// ```
public struct CellLayout: Sendable {
  indirect enum Source: Sendable {
    case slot(CellSlot)
    case box(Axis, spacing: Int, [CellLayout])
    case interface(CellInterface)
  }

  let source: Source
  /// The slots, from the top left on; those of a file by their names.
  public let slots: [CellSlot]
  /// The file that it was read from, for errors.
  var origin: String?

  init(_ source: Source, slots: [CellSlot], origin: String? = nil) {
    self.source = source
    self.slots = slots
    self.origin = origin
  }

  /// A cell of one slot.
  public init(_ slot: CellSlot) { self.init(.slot(slot), slots: [slot]) }

  init(_ axis: Axis, spacing: Int, _ parts: [CellLayout]) {
    self.init(.box(axis, spacing: spacing, parts), slots: parts.flatMap(\.slots))
  }

  /// Layouts beside one another. Where none expands, the first column does, or else the first text.
  public static func row(spacing: Int = 10, _ parts: CellLayout...) -> CellLayout {
    CellLayout(.horizontal, spacing: spacing, parts)
  }

  /// Layouts above one another.
  public static func column(spacing: Int = 2, _ parts: CellLayout...) -> CellLayout {
    CellLayout(.vertical, spacing: spacing, parts)
  }

  /// A text; `lines` 0 breaks it into as many lines as it takes, any other number shortens it.
  public static func text(
    _ name: String, style: String..., lines: Int = 1, alignment: Placement = .start,
    width: Int? = nil, expands: Bool? = nil
  ) -> CellLayout {
    CellLayout(
      CellSlot(
        name, .text, styles: style, lines: lines, alignment: alignment, width: width,
        expands: expands))
  }

  /// An icon of the desktop's theme; `size` in pixels.
  public static func icon(_ name: String, size: Int = 16, style: String...) -> CellLayout {
    CellLayout(CellSlot(name, .icon, styles: style, size: size))
  }

  /// A picture file, in a square of `size` pixels.
  public static func picture(_ name: String, size: Int = 48, style: String...) -> CellLayout {
    CellLayout(CellSlot(name, .picture, styles: style, size: size))
  }

  /// How much of something is done.
  public static func progress(_ name: String, width: Int = 120) -> CellLayout {
    CellLayout(CellSlot(name, .progress, width: width))
  }
}
