internal import CHikidashiGTK

/// A place that shows the first of its parts for which there is room.
///
/// ```swift
/// HeaderBar {
///   Squeezer {
///     Stack(.horizontal) { backButton; forwardButton }
///   }
/// }
/// ```
///
/// It asks for no width of its own where it may show none: a narrow window does without the part, and is made no
/// wider by it.
public class Squeezer: Part {
  /// Creates a place with parts, the widest first.
  ///
  /// - Parameter showsNone: Whether it shows none of them where even the last has no room; else it shows that
  ///   one, as narrow as it gets.
  public convenience init(showsNone: Bool = true, @PartBuilder _ parts: () -> [Part]) {
    self.init(showsNone: showsNone, parts())
  }

  init(showsNone: Bool, _ parts: [Part]) {
    super.init(native: adw_squeezer_new())
    guard let native else { return }
    adw_squeezer_set_homogeneous(native.opaque, 0)
    adw_squeezer_set_allow_none(native.opaque, showsNone ? 1 : 0)
    for part in parts {
      part.adopt { adw_squeezer_add(native.opaque, $0) }
    }
  }
}
