internal import FoundationEssentials

extension TimelineSource {
  /// Whether the address has a password.
  public var hasPassword: Bool { withoutPassword.address != address }

  /// The source with the address as it may be shown and handed on: without the password of a reader.
  public var withoutPassword: TimelineSource {
    guard address.contains("@"), var parts = URLComponents(string: address), parts.password != nil
    else { return self }
    parts.password = nil
    var source = self
    source.address = parts.string ?? ""
    return source
  }
}
