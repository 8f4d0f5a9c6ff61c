internal import HikidashiBase

/// One of the buttons of an alert.
///
/// ```swift
/// let choices: [Choice] = [.cancel, .destructive("Delete"), "Keep a copy"]
/// ```
public struct Choice: Hashable, Sendable {
  /// What choosing it does, which decides its look and its key.
  public enum Role: Hashable, Sendable {
    case plain
    /// Chosen by Enter, and made to stand out.
    case preferred
    /// Loses something: made to look like it, and never chosen by Enter from elsewhere.
    case destructive
    /// Changes nothing; chosen by Escape and by closing the alert.
    case cancel
  }

  /// What tells it from the others of its alert; its title, without the `_` of a mnemonic, unless said
  /// otherwise.
  public let id: String
  /// What the button says; `_` before a letter makes it the keyboard mnemonic.
  public let title: String
  public let role: Role

  public init(_ title: String, id: String? = nil, role: Role = .plain) {
    self.id = id ?? Button.withoutMnemonic(title)
    self.title = title
    self.role = role
  }

  /// Choices of the same id are the same, whatever they look like.
  public static func == (left: Choice, right: Choice) -> Bool { left.id == right.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// “Cancel”, by Escape.
  public static var cancel: Choice { Choice(tr("_Cancel"), id: "cancel", role: .cancel) }
  /// “OK”, by Enter.
  public static var ok: Choice { Choice(tr("_OK"), id: "ok", role: .preferred) }
  /// “Close”, by Escape and Enter.
  public static var close: Choice { Choice(tr("_Close"), id: "close", role: .cancel) }

  /// What takes the choice of a chooser.
  static var choose: Choice { Choice(tr("C_hoose"), id: "choose", role: .preferred) }

  /// A choice that is chosen by Enter.
  public static func preferred(_ title: String, id: String? = nil) -> Choice {
    Choice(title, id: id, role: .preferred)
  }

  /// A choice that loses something.
  public static func destructive(_ title: String, id: String? = nil) -> Choice {
    Choice(title, id: id, role: .destructive)
  }

  /// A choice that changes nothing, under a name of its own.
  public static func cancel(_ title: String, id: String? = nil) -> Choice {
    Choice(title, id: id, role: .cancel)
  }
}

extension Choice: ExpressibleByStringLiteral {
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
