extension String {
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
