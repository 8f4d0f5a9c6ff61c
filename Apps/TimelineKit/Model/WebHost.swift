/// The hosts of addresses, as far as they say whose a page is.
enum WebHost {
  /// The host of an address of the web, in lower case, without port, user and what feeds have before the name of
  /// their site, such as `www.` and `feeds.`; empty where it is none.
  static func site(of address: String) -> Substring {
    let lower = address.lowercased()
    let scheme = ["https://", "http://"].first { lower.hasPrefix($0) }
    guard let scheme else { return "" }
    var host = lower.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
    if host.first != "[" { host = host.prefix { $0 != ":" } }
    for start in ["www.", "feeds.", "feed.", "rss.", "m."] where host.hasPrefix(start) {
      let rest = host.dropFirst(start.count)
      // `www.example` would become the end of all names.
      return rest.contains(".") ? rest : host
    }
    return host
  }
}
