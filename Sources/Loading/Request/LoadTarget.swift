public import FoundationEssentials

/// The source of a load: an address, a program, a connection or a device.
public enum LoadTarget: Hashable, Sendable {
  /// An `http`, `https` or `file` address.
  case url(URL)
  /// The standard output of a program, found on `PATH` where its name has no slash.
  case program(String, arguments: [String] = [])
  /// What a TCP connection sends, once the request's body has been written to it.
  case tcp(host: String, port: UInt16)
  /// What a Unix socket sends, once the request's body has been written to it.
  case unixSocket(path: String)
  /// What a serial device sends, at a speed in bits a second.
  case serial(device: String, speed: Int)
}

extension LoadTarget {
  /// The lower-case scheme of an address; nil for everything else.
  public var scheme: String? {
    guard case .url(let url) = self else { return nil }
    return url.scheme?.lowercased()
  }

  /// Whether the target is reached over a network; loopback counts as one.
  public var needsNetwork: Bool {
    switch self {
    case .url: scheme != "file"
    case .tcp: true
    case .program, .unixSocket, .serial: false
    }
  }

  /// The key under which transfers are counted for the limit on each host: the scheme, host and
  /// port of an address; the kind of any other target, with its host and port, path or device if it
  /// has one.
  public var hostKey: String {
    switch self {
    case .url(let url):
      guard let host = url.host(percentEncoded: false), !host.isEmpty else { return scheme ?? "" }
      return "\(scheme ?? "")://\(host.lowercased()):\(url.port.map(String.init) ?? "")"
    case .program: return "program"
    case .tcp(let host, let port): return "tcp://\(host.lowercased()):\(port)"
    case .unixSocket(let path): return "unix:\(path)"
    case .serial(let device, _): return "serial:\(device)"
    }
  }
}

extension LoadTarget: CustomStringConvertible {
  /// The target as a person would write it, without a password that is part of an address.
  public var description: String {
    switch self {
    case .url(let url): Self.redact(url.absoluteString)
    case .program(let name, let arguments): ([name] + arguments).joined(separator: " ")
    case .tcp(let host, let port): "tcp://\(host):\(port)"
    case .unixSocket(let path): path
    case .serial(let device, let speed): "\(device) (\(speed) bit/s)"
    }
  }

  private static func redact(_ address: String) -> String {
    guard let start = address.firstRange(of: "://")?.upperBound,
      let at = address[start...].prefix(while: { $0 != "/" && $0 != "?" }).lastIndex(of: "@")
    else { return address }
    return String(address[..<start] + address[address.index(after: at)...])
  }
}
