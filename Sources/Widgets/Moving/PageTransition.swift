public import HikidashiMotion

/// How one page takes the place of another one in ``Pages`` or in a ``NavigationStack``.
///
/// ```swift
/// Pages(["list": list, "map": map]).transition(.slide)
/// let turning = PageTransition(
///   entering: .turn(from: 90, about: Vector(0, 1, 0), delay: 0.2, curve: .backOut),
///   leaving: .turn(from: -90, about: Vector(0, 1, 0), over: 0.2, curve: .easeIn))
/// ```
///
/// The page that goes is shown as a picture, as it was. On the way back the new page comes as the old one
/// had gone.
public struct PageTransition: Sendable {
  /// How the new page comes on the way forward; on the way back the old one goes so.
  public var entering: Movement
  /// How the old page goes on the way forward; on the way back the new one comes so.
  public var leaving: Movement

  /// Makes a transition.
  ///
  /// - Parameters:
  ///   - entering: How the new page comes.
  ///   - leaving: How the old page goes.
  public init(entering: Movement, leaving: Movement) {
    self.entering = entering
    self.leaving = leaving
  }

  /// Pages come and go at once.
  public static let none = PageTransition(entering: .none, leaving: .none)
  /// The old page fades out while the new one fades in.
  public static let crossfade = PageTransition(entering: .fade(), leaving: .fade())
  /// The new page pushes the old one away: at the end of a line it comes, at the beginning the other goes.
  public static let slide = PageTransition(
    entering: .slide(from: .trailing), leaving: .slide(from: .leading))
  /// The new page comes up through the old one, out of the depth.
  public static let rise = PageTransition(
    entering: .fade().scale(from: 0.9), leaving: .fade().scale(from: 1.1))
}
