/// When an element, a group or a label begins, where it is not as its group says.
///
/// ```swift
/// Element(.text("by")).starts(.after("title", by: 0.2))
/// ```
public enum SceneStart: Sendable, Hashable {
  /// As the group around it says: at its beginning, after the one before, or staggered.
  case automatic
  /// So many seconds after the beginning of the group around it.
  case at(Double)
  /// When an element or group has ended; `by` more seconds later, or earlier where it is less than 0.
  case after(String, by: Double = 0)
  /// When an element or group begins, or at a label.
  case with(String, by: Double = 0)
}
