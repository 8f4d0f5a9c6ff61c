/// Two pictures side by side, which are zoomed and moved as one.
///
/// The keys, the wheel and a pull do in each what they do in a ``PictureView``; the other one follows, at the same
/// zoom and the same place.
///
/// ```swift
/// let pair = PicturePair()
/// pair.show(Picture(file: before), Picture(file: after), descriptions: "Before", "After")
/// ```
public final class PicturePair: Stack {
  /// The view of the first picture, which stands where lines begin.
  public let first = PictureView()
  /// The view of the second picture.
  public let second = PictureView()
  /// One view is being made to follow the other.
  private var isFollowing = false

  /// Creates an empty pair.
  public init() {
    super.init(.horizontal, spacing: 0, [first, Separator(.vertical), second])
    first.didMove = { [weak self] in self?.follow { ($0.first, $0.second) } }
    second.didMove = { [weak self] in self?.follow { ($0.second, $0.first) } }
    expand()
  }

  /// Shows two pictures, each fitted into its view; nil shows none.
  ///
  /// - Parameters:
  ///   - one: The first picture.
  ///   - other: The second picture.
  ///   - description: What the first one shows, for a screen reader.
  ///   - otherDescription: What the second one shows.
  public func show(
    _ one: Picture?, _ other: Picture?, descriptions description: String,
    _ otherDescription: String
  ) {
    first.show(one, description: description)
    second.show(other, description: otherDescription)
  }

  /// The size at which both pictures are shown.
  public var zoom: PictureView.Zoom {
    get { first.zoom }
    set { first.zoom = newValue }
  }

  /// What of each picture is in the middle of its view; see ``PictureView/place``.
  public var place: Point {
    get { first.place }
    set { first.place = newValue }
  }

  private func follow(_ sides: (PicturePair) -> (from: PictureView, to: PictureView)) {
    guard !isFollowing else { return }
    isFollowing = true
    defer { isFollowing = false }
    let (from, to) = sides(self)
    if to.zoom != from.zoom { to.zoom = from.zoom }
    to.place = from.place
  }
}
