extension String {
  /// Whether the text is the address of a page or a mail: `https:`, `http:` with a host, or `mailto:`.
  package var isLink: Bool {
    guard !contains(where: { $0.isWhitespace || $0.isNewline }),
      !unicodeScalars.contains(where: {
        $0.value < 0x20 || $0.value == 0x7F || "\"<>".unicodeScalars.contains($0)
      })
    else { return false }
    let lower = lowercased()
    for scheme in ["https://", "http://"] where lower.hasPrefix(scheme) {
      let host = lower.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
      return host.contains { $0.isLetter || $0.isNumber }
    }
    guard lower.hasPrefix("mailto:") else { return false }
    let parts = lower.dropFirst(7).prefix { $0 != "?" }.split(
      separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
  }

  /// The text as an address, with the beginning that a person has left out: `https://` before a host, and `mailto:`
  /// before the address of a mailbox. Spaces around it go. What is no address stays as it is.
  package var asLink: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    let own = String(text)
    guard !own.isEmpty, !own.isLink, !own.contains("://") else { return own }
    let host = own.prefix { !"/?#:".contains($0) }
    let isMailbox = own.contains("@") && !own.contains("/")
    // `Hello` is a word and no host; `javascript:…` is no host either.
    guard isMailbox || host.dropFirst().dropLast().contains(".") || host == "localhost" else {
      return own
    }
    let whole = (isMailbox ? "mailto:" : "https://") + own
    return whole.isLink ? whole : own
  }

  /// The text with user names and passwords removed from its addresses.
  ///
  /// Everything before `@` in the host part goes. An address ends at a slash behind its host, a
  /// quotation mark or a space.
  package var withoutAddressUsers: String {
    var result = ""
    var rest = self[...]
    while let scheme = rest.firstRange(of: "://")?.upperBound {
      let end = rest[scheme...].firstIndex { "/\" ".contains($0) } ?? rest.endIndex
      let host = rest[scheme..<end].lastIndex(of: "@").map { rest.index(after: $0) } ?? scheme
      result += rest[..<scheme] + rest[host..<end]
      rest = rest[end...]
    }
    return result + rest
  }
}
