import Glibc

/// What this machine is connected by.
enum NetworkInterfaces {
  /// Whether nothing but loopback has an address.
  static var areDown: Bool {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return false }
    defer { freeifaddrs(list) }
    var next = list
    while let interface = next?.pointee {
      next = interface.ifa_next
      let isUp = interface.ifa_flags & UInt32(IFF_UP) != 0
      let isLoopback = interface.ifa_flags & UInt32(IFF_LOOPBACK) != 0
      guard isUp, !isLoopback, let family = interface.ifa_addr?.pointee.sa_family else { continue }
      if family == sa_family_t(AF_INET) || family == sa_family_t(AF_INET6) { return false }
    }
    return true
  }
}
