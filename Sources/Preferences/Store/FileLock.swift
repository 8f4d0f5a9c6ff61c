internal import Glibc

/// A lock for processes that change one file: the file `.NAME.lock` beside it.
struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for other processes, some seconds at most, so that one that hangs does not block all.
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
