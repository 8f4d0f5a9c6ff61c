/// A form in which an RFC is published.
public struct RFCFormat: Sendable, Hashable, Codable {
  /// The form as printed: `TXT`, `PS`, `PDF`, `HTML`, `XML`.
  public var name: String
  /// The size in bytes; indexes from 2020 on no longer have it.
  public var bytes: Int?

  public init(name: String, bytes: Int? = nil) {
    self.name = name
    self.bytes = bytes
  }
}

extension RFCFormat: CustomStringConvertible {
  public var description: String {
    guard let bytes else { return name }
    return "\(name)=\(bytes)"
  }
}
