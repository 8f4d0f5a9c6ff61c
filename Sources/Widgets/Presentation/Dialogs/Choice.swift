internal import HikidashiBase

/// A choice that an alert offers as a button.
///
/// ```swift
/// let choices: [Choice] = [.cancel, .destructive("Delete"), "Keep a copy"]
/// ```
public struct Choice: Hashable, Sendable {
  /// The effect of a choice, which decides its look and its key.
  public enum Role: Hashable, Sendable {
    case plain
    /// The choice that Enter makes; it stands out.
    case preferred
    /// A choice that loses something. It looks like a warning, and Enter makes it only with the
    /// focus on it.
    case destructive
    /// The choice that changes nothing, made by Escape and by closing the alert.
    case cancel
  }

  /// The identity of the choice in its alert; by default its title without the `_` of a mnemonic.
  public let id: String
  /// The title of the button; `_` before a letter makes it the keyboard mnemonic.
  public let title: String
  /// The effect of the choice.
  public let role: Role

  /// Makes a choice with a title.
  public init(_ title: String, id: String? = nil, role: Role = .plain) {
    self.id = id ?? Button.withoutMnemonic(title)
    self.title = title
    self.role = role
  }

  /// Returns whether two choices have the same id; title and role do not count.
  public static func == (left: Choice, right: Choice) -> Bool { left.id == right.id }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// The choice “Cancel”, made by Escape.
  public static var cancel: Choice { Choice(tr("_Cancel"), id: "cancel", role: .cancel) }
  /// The choice “OK”, made by Enter.
  public static var ok: Choice { Choice(tr("_OK"), id: "ok", role: .preferred) }
  /// The choice “Close”, made by Escape; by Enter where no choice is preferred or plain.
  public static var close: Choice { Choice(tr("_Close"), id: "close", role: .cancel) }

  /// What takes the choice of a chooser.
  static var choose: Choice { Choice(tr("C_hoose"), id: "choose", role: .preferred) }

  /// Returns a choice that Enter makes.
  public static func preferred(_ title: String, id: String? = nil) -> Choice {
    Choice(title, id: id, role: .preferred)
  }

  /// Returns a choice that loses something.
  public static func destructive(_ title: String, id: String? = nil) -> Choice {
    Choice(title, id: id, role: .destructive)
  }

  /// Returns a choice that changes nothing, with a title of its own.
  public static func cancel(_ title: String, id: String? = nil) -> Choice {
    Choice(title, id: id, role: .cancel)
  }
}

extension Choice: ExpressibleByStringLiteral {
  /// Makes a plain choice with a title.
  public init(stringLiteral title: String) { self.init(title) }
}

extension [Choice] {
  /// What Enter chooses: the preferred one; without one the last that loses nothing.
  var byEnter: Choice? {
    first { $0.role == .preferred } ?? last { $0.role == .plain } ?? last { $0.role == .cancel }
  }

  /// What Escape chooses.
  var byEscape: Choice? {
    first { $0.role == .cancel } ?? (count == 1 ? first { $0.role != .destructive } : nil)
  }
}
