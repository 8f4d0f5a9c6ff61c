import Glibc
import HikidashiBase

/// The standard output of a program, in a process group of its own.
final class ProgramSource: DescriptorSource {
  private let target: LoadTarget
  private let process: pid_t
  private let life = Guarded(Life())
  let head: ResponseHead? = ResponseHead()
  /// Our ends of the pipes; -1 where there is none any more.
  private var input: Int32 = -1
  private var output: Int32
  private var errors: Int32
  private var body: ArraySlice<UInt8>
  /// The end of what came over standard error.
  private var complaint: [UInt8] = []

  /// Whether the process has ended, and who buries it. It stays unburied for as long as it may be
  /// killed, since its number may be another's after that.
  private struct Life {
    var hasEnded = false
    var isBuried = false
    var isAbandoned = false
  }

  init(
    _ request: LoadRequest, _ name: String, _ arguments: [String],
    wake: @escaping @Sendable () -> Void
  ) throws(LoadError) {
    target = request.target
    body = (request.body ?? [])[...]
    let spawned = try ProgramLaunch(target, name, arguments, needsInput: !body.isEmpty).run()
    (process, input, output, errors) = (
      spawned.process, spawned.input, spawned.output, spawned.errors
    )
    let (process, life) = (process, life)
    let isWatched = startThread {
      var information = siginfo_t()
      while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      life.withLock {
        $0.hasEnded = true
        if $0.isAbandoned { waitpid(process, nil, 0) }
      }
      wake()
    }
    guard isWatched else {
      kill(-process, SIGKILL)
      waitpid(process, nil, 0)
      life.withLock { $0.isBuried = true }
      close()
      throw .other(LoadFailure(target, reason: tr("this process may have no more threads")))
    }
  }

  func waits(mayRead: Bool) -> [pollfd] {
    var waits: [pollfd] = []
    if output >= 0, mayRead { waits.append(pollfd(fd: output, events: Int16(POLLIN), revents: 0)) }
    if errors >= 0 { waits.append(pollfd(fd: errors, events: Int16(POLLIN), revents: 0)) }
    if input >= 0 { waits.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
    return waits
  }

  func advance(
    into buffer: UnsafeMutableRawBufferPointer, mayRead: Bool
  ) throws(LoadError) -> DescriptorStep {
    // Asked before reading: what a process wrote before its end is there when it has ended.
    let hasEnded = life.withLock { $0.hasEnded }
    writeBody()
    readErrors(into: buffer)
    guard mayRead else { return .wait }
    if output >= 0 {
      switch DescriptorResult({ read(output, buffer.baseAddress, buffer.count) }) {
      case .bytes(let count): return .bytes(count)
      case .wait: return .wait
      case .end, .failed: Self.close(&output)
      }
    }
    guard hasEnded else { return .wait }
    try bury()
    return .end
  }

  func close() {
    for pipe in [input, output, errors] where pipe >= 0 { Glibc.close(pipe) }
    (input, output, errors) = (-1, -1, -1)
    let process = process
    life.withLock {
      guard !$0.isBuried else { return }
      kill(-process, SIGKILL)
      if $0.hasEnded { waitpid(process, nil, 0) } else { $0.isAbandoned = true }
      $0.isBuried = true
    }
  }

  private func writeBody() {
    guard input >= 0 else { return }
    let result = body.withUnsafeBytes { bytes in
      DescriptorResult { write(input, bytes.baseAddress, bytes.count) }
    }
    if case .bytes(let count) = result { body = body.dropFirst(count) }
    // A program need not read all that it is given.
    if case .failed = result { body = [] }
    if body.isEmpty { Self.close(&input) }
  }

  private func readErrors(into buffer: UnsafeMutableRawBufferPointer) {
    while errors >= 0 {
      switch DescriptorResult({ read(errors, buffer.baseAddress, buffer.count) }) {
      case .bytes(let count):
        complaint = (complaint + buffer[..<count]).suffix(1_200)
      case .wait: return
      case .end, .failed: Self.close(&errors)
      }
    }
  }

  /// Looks at how the program ended, once it has.
  private func bury() throws(LoadError) {
    let process = process
    let status = life.withLock {
      var status: Int32 = 0
      waitpid(process, &status, 0)
      $0.isBuried = true
      return status
    }
    let signal = status & 0x7F
    let exit = (status >> 8) & 0xFF
    guard signal != 0 || exit != 0 else { return }
    let text = String(decoding: complaint, as: UTF8.self).suffix(300)
      .drop { $0.isWhitespace }
    let end: ProgramProblem.End = signal != 0 ? .signal(Int(signal)) : .exit(Int(exit))
    let standardError = String(text.reversed().drop { $0.isWhitespace }.reversed())
    throw .program(LoadFailure(target), ProgramProblem(end, standardError: standardError))
  }

  private static func close(_ descriptor: inout Int32) {
    Glibc.close(descriptor)
    descriptor = -1
  }
}
