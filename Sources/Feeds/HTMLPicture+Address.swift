internal import FoundationEssentials
internal import HikidashiLoading

extension HTMLPicture {
  /// The first of its addresses that is one of the web; nil where there is none, or nothing to be seen at it.
  func address(from base: URL?) -> URL? {
    guard isSeen, !isSymbol else { return nil }
    return addresses.lazy.compactMap { FeedText.address($0, from: base) }
      .first { ["http", "https"].contains($0.scheme?.lowercased() ?? "") }
  }
}
