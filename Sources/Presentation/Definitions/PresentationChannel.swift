/// A place where one thing is shown after another; channels do not wait for each other.
///
/// ```swift
/// let toasts = PresentationChannel.toasts.on(screen: "HDMI-1")
/// ```
public struct PresentationChannel: Hashable, Sendable {
  /// The channel of items that ask for an answer and block the rest of the interface.
  public static let dialogs = PresentationChannel("dialogs")
  /// The channel of short messages that disappear by themselves.
  public static let toasts = PresentationChannel("toasts")
  /// The channel of messages that stay above the content until they are dealt with.
  public static let banners = PresentationChannel("banners")

  public let name: String
  /// The screen or window that has this channel to itself; nil for a channel that all share.
  public let screen: String?

  public init(_ name: String, screen: String? = nil) {
    self.name = name
    self.screen = screen
  }

  /// The channel of this name that belongs to one screen or window.
  public func on(screen: String) -> PresentationChannel {
    PresentationChannel(name, screen: screen)
  }

  /// The channel of this name that all screens and windows have together.
  package var ofAllScreens: PresentationChannel { PresentationChannel(name) }

  /// Whether what is asked of this channel concerns another one: itself or, where it belongs to no
  /// screen, those of its name on every screen.
  package func reaches(_ other: PresentationChannel) -> Bool {
    self == other || self == other.ofAllScreens
  }
}

/// How many things a channel shows at once, in which order, and how close to each other.
public struct ChannelRules: Hashable, Sendable {
  /// Which of two of the same priority goes first.
  public enum Order: Hashable, Sendable {
    case firstInFirstOut
    case lastInFirstOut
  }

  /// How many are shown at once, 1 or more; less counts as 1.
  public var limit: Int
  public var order: Order
  /// How long nothing new is shown after something was taken away; negative counts as zero.
  public var gap: Duration

  public init(limit: Int = 1, order: Order = .firstInFirstOut, gap: Duration = .zero) {
    self.limit = limit
    self.order = order
    self.gap = gap
  }
}
