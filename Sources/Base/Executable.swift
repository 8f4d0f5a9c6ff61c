import Glibc

/// The path of the running program, or an empty string when the kernel does not provide it.
package func executablePath() -> String {
  String(unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer in
    buffer.withMemoryRebound(to: CChar.self) {
      guard let start = $0.baseAddress else { return 0 }
      return max(0, readlink("/proc/self/exe", start, $0.count))
    }
  }
}

/// The name of the running program, which begins its lines on standard error.
package var programName: String {
  executablePath().split(separator: "/").last.map(String.init) ?? "app"
}
