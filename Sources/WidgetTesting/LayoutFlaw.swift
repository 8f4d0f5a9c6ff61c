/// Something in a window that is cut, covered, out of reach or hard to read, found by ``checkLayout(_:room:leavingOut:)``.
public struct LayoutFlaw: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: String, Sendable, CaseIterable {
    /// A text is not shown whole, and no tooltip has the rest.
    case cut
    /// Two texts or controls lie one over the other.
    case overlapping
    /// A control lies outside of the window, or of the view that would have to scroll to it.
    case outside
    /// The window or a popover needs more room than there is.
    case tooLarge
    /// Tab does not get to a control, or the control is not seen when it has the keyboard.
    case focusLost
    /// A control has no name for a screen reader.
    case nameless
    /// The contrast of a text to what is behind it is less than 4.5 : 1.
    case lowContrast
    /// A control is narrower or lower than 24 pixels.
    case smallTarget
  }

  /// What is wrong.
  public let kind: Kind
  /// The widget, as a screen reader presents it, or else its type and style classes.
  public let place: String
  /// How it is wrong, with the numbers.
  public let details: String

  /// The flaw as a line of text.
  public var description: String { "\(kind.rawValue): \(place): \(details)" }
}

/// The error of a window whose layout has flaws.
public struct LayoutCheckError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The flaws, each once.
  public let flaws: [LayoutFlaw]

  /// The flaws, a line each.
  public var description: String {
    "the layout has flaws:\n" + flaws.map { "  \($0)" }.joined(separator: "\n")
  }
}
