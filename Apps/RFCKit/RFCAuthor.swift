/// A person or an organization named as an author, as the index prints it.
public struct RFCAuthor: Sendable, Hashable, Codable {
  /// Initials and surname (`S. Crocker`), or the name of an organization.
  public var name: String
  /// What follows the name after a comma, as printed: `Ed.`, `Eds.`, `Editor`, `WG Chair`.
  public var role: String?

  public init(name: String, role: String? = nil) {
    self.name = name
    self.role = role
  }

  /// Whether the index marks this author as an editor.
  public var isEditor: Bool {
    role?.lowercased().split(separator: ", ").contains { $0.hasPrefix("ed") } ?? false
  }
}

extension RFCAuthor: CustomStringConvertible {
  public var description: String {
    guard let role else { return name }
    return "\(name), \(role)"
  }
}
