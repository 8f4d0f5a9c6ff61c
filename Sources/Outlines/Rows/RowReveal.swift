/// The animation of rows that appear or disappear below a heading, as a function of time: the
/// picture that they would leave behind is pushed down, or drawn up, at an even pace that slows
/// down at the end.
package struct RowReveal: Hashable, Sendable {
  /// The lower edge of the heading, in pixels from the upper edge of the view.
  package var edge: Double
  /// How much of the rows that come or go is in view.
  package var height: Double
  /// Whether the rows appear.
  package var opens: Bool

  package init(edge: Double, height: Double, opens: Bool) {
    self.edge = edge
    self.height = height
    self.opens = opens
  }

  /// The duration of the animation, in seconds.
  package static let duration = 0.18

  /// A stretch of a picture of the rows, and where it is drawn.
  package struct Strip: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
      /// As the rows were before.
      case before
      /// As they are now.
      case now
    }
    package var source: Source
    /// The upper edge of the strip in the view, in pixels.
    package var top: Double
    package var bottom: Double
    /// By how much the picture is moved down.
    package var shift: Double
  }

  /// What is drawn `time` seconds after the start, in a view of that height.
  package func strips(at time: Double, viewHeight: Double) -> [Strip] {
    let progress = min(max(time / RowReveal.duration, 0), 1)
    // Decelerates: the rest of the way shrinks with the square of the rest of the time.
    let eased = 1 - (1 - progress) * (1 - progress)
    let open = (height * (opens ? eased : 1 - eased)).rounded()
    let middle = min(edge + open, viewHeight)
    let (rows, rest): (Strip.Source, Strip.Source) = opens ? (.now, .before) : (.before, .now)
    return [
      Strip(source: .now, top: 0, bottom: edge, shift: 0),
      Strip(source: rows, top: edge, bottom: middle, shift: 0),
      Strip(source: rest, top: middle, bottom: viewHeight, shift: open),
    ]
  }
}
