import CHikidashiCurl
package import Foundation
import Glibc

/// A program as a process of its own, with the descriptors that it is given and no other, and with no
/// signal blocked or ignored.
///
/// Foundation's `Process` lets a program inherit what other threads open while it is being started.
/// Whoever waits for the end of such a pipe or socket then waits for as long as that program lives.
// @unchecked: `status` is only reached with `condition` locked.
package final class ChildProcess: @unchecked Sendable {
  package let identifier: Int32
  private let condition = NSCondition()
  private var status: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: What follows its name.
  ///   - environment: Replaces the test's own; nil for that.
  ///   - folder: Where it runs; nil for where the test does.
  ///   - input: The descriptor that it reads; nil for nothing to read.
  ///   - output: The descriptor that it writes to; nil for nowhere.
  ///   - errors: The descriptor that it writes errors to; nil for nowhere.
  /// - Throws: `POSIXError` when it cannot be started.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    in folder: URL? = nil, input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (place, given) in [input, output, errors].enumerated() {
      let place = Int32(place)
      if let given {
        posix_spawn_file_actions_adddup2(&actions, given, place)
      } else {
        posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_RDWR, 0)
      }
    }
    hk_spawn_close_from(&actions, 3)
    if let folder { hk_spawn_change_folder(&actions, folder.path) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)

    let environment = environment ?? ProcessInfo.processInfo.environment
    var process = pid_t()
    let result = Self.withCStrings([program] + arguments) { arguments in
      Self.withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        posix_spawn(&process, program, &actions, &attributes, arguments, environment)
      }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EIO) }
    identifier = process
    Thread.detachNewThread { [self] in awaitEnd() }
  }

  package var isRunning: Bool { condition.withLock { status == nil } }

  /// Waits for the end, which comes by SIGKILL after so many seconds; the exit status, or 128 and the
  /// signal's number as a shell has it.
  package func wait(within seconds: Double = 300) -> Int32 {
    let deadline = Date(timeIntervalSinceNow: seconds)
    return condition.withLock {
      while status == nil, condition.wait(until: deadline) {}
      if status == nil { kill(identifier, SIGKILL) }
      // Not by the deadline, which is over: that would never let go of the lock.
      while status == nil { condition.wait() }
      return status ?? -1
    }
  }

  /// Sends a signal, unless it has ended.
  package func send(_ signal: Int32) {
    condition.withLock { if status == nil { kill(identifier, signal) } }
  }

  /// Sees the end before burying it, so that the number stays its own while signals may be sent.
  private func awaitEnd() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    condition.withLock {
      var ended: Int32 = 0
      while waitpid(identifier, &ended, 0) < 0, errno == EINTR {}
      let signal = ended & 0x7F
      status = signal == 0 ? ended >> 8 & 0xFF : 128 + signal
      condition.broadcast()
    }
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }
}

/// A pipe that no program inherits unless it is given an end.
package struct ChildPipe {
  package let reading: FileHandle
  package let writing: FileHandle

  package init() throws {
    var ends: [Int32] = [-1, -1]
    guard hk_pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
  }
}
