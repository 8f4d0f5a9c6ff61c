/// What can go wrong when strings are to be compared in the order of a language.
public enum CollationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// ICU could not open a collator; `reason` is its own name for the cause.
  case unavailable(locale: String, reason: String)

  public var description: String {
    switch self {
    case .unavailable(let locale, let reason):
      "The order of the locale “\(locale)” cannot be used: ICU says \(reason). Name another "
        + "locale, or check that the ICU libraries and their data are installed."
    }
  }
}
