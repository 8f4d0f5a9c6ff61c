internal import Glibc

/// A lock that processes take which change one file: a file beside it, `.NAME.lock`.
struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the others, some seconds at most: one that hangs must not keep all from saving.
  init(folder: String, name: String) {
    descriptor = open(folder + "/." + name + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    for _ in 0..<1_000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      usleep(5_000)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
