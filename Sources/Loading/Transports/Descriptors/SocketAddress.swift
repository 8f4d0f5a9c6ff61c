import Glibc

/// Where a socket connects to.
struct SocketAddress: Sendable {
  private var bytes: [UInt8]

  var family: Int32 {
    Int32(bytes.withUnsafeBytes { $0.loadUnaligned(as: sa_family_t.self) })
  }

  /// The address of a Unix socket; nil for a path that is empty or longer than there is room for.
  init?(path: String) {
    var address = sockaddr_un()
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard !path.isEmpty, path.utf8.count < room, !path.utf8.contains(0) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    bytes = withUnsafeBytes(of: address) { Array($0) }
  }

  private init(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) {
    bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(length)))
  }

  /// Begins to connect; the result of the call.
  func connect(_ socket: Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      guard let address else { return -1 }
      return Glibc.connect(socket, address, socklen_t(bytes.count))
    }
  }

  /// Looks up a name, which may take as long as its servers do; the last address is to be tried
  /// first.
  static func resolve(
    _ host: String, port: UInt16, for target: LoadTarget
  ) throws(LoadError) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, String(port), &hints, &list)
    guard result == 0 else {
      let failure = LoadFailure(target, reason: String(cString: gai_strerror(result)))
      throw NetworkInterfaces.areDown ? .noNetwork(failure) : .nameNotFound(failure, host: host)
    }
    defer { freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var next = list
    while let entry = next?.pointee {
      if let address = entry.ai_addr {
        addresses.append(SocketAddress(address, entry.ai_addrlen))
      }
      next = entry.ai_next
    }
    return addresses.reversed()
  }
}
