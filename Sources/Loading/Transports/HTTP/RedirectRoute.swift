import FoundationEssentials

/// The addresses that a transfer has been sent to, so that it never goes to one twice, nor from TLS
/// to where everybody can read along.
struct RedirectRoute {
  private var visited: Set<String> = []

  enum Step: Equatable {
    case follow
    case circle
    case refuse
  }

  /// Whether to follow from `address`, which answered a request of this method, to `location`, as
  /// its head has it.
  ///
  /// A location without a scheme keeps that of the address. The transfer sends no cookies, so that
  /// an address that was asked before would only give the same answer again.
  mutating func follow(_ method: String, from address: String, to location: String) -> Step {
    guard visited.insert(method + " " + address).inserted else { return .circle }
    guard let scheme = Self.scheme(of: location) else { return .follow }
    switch scheme {
    case "https": return .follow
    case "http": return Self.scheme(of: address) == "https" ? .refuse : .follow
    default: return .refuse
    }
  }

  /// Scheme, host and port; nil where the address has none that can be told.
  static func origin(of address: String) -> String? {
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
      let host = url.host(percentEncoded: false)?.lowercased()
    else { return nil }
    return "\(scheme)://\(host):\(url.port ?? (scheme == "https" ? 443 : 80))"
  }

  /// The lower-case scheme before the first colon; nil for a relative address.
  static func scheme(of address: String) -> String? {
    let scheme = address.utf8.prefix { $0 != 0x3A && $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
    guard scheme.endIndex < address.utf8.endIndex, address.utf8[scheme.endIndex] == 0x3A
    else { return nil }
    return String(Substring(scheme)).lowercased()
  }
}
