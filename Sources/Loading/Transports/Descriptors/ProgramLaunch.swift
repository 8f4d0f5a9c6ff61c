import CHikidashiCurl
import FoundationEssentials
import Glibc
import HikidashiBase

/// Starts a program with pipes to it, in a process group of its own and with no signal blocked.
struct ProgramLaunch {
  private let target: LoadTarget
  private let name: String
  private let arguments: [String]
  private let needsInput: Bool

  /// A process with our ends of its pipes; `input` is -1 where it reads nothing.
  struct Spawned {
    var process: pid_t = 0
    var input: Int32 = -1
    var output: Int32 = -1
    var errors: Int32 = -1
  }

  init(
    _ target: LoadTarget, _ name: String, _ arguments: [String], needsInput: Bool
  ) throws(LoadError) {
    guard !name.isEmpty, !([name] + arguments).contains(where: { $0.utf8.contains(0) }) else {
      let reason = tr("a name or an argument cannot be passed on")
      throw .badRequest(LoadFailure(target, reason: reason))
    }
    (self.target, self.name, self.arguments) = (target, name, arguments)
    self.needsInput = needsInput
  }

  func run() throws(LoadError) -> Spawned {
    var pipes: [Pipe] = []
    defer { for pipe in pipes { close(pipe.theirs) } }
    do throws(LoadError) {
      pipes.append(try Pipe(target, isRead: true))
      pipes.append(try Pipe(target, isRead: true))
      if needsInput { pipes.append(try Pipe(target, isRead: false)) }
      var spawned = Spawned(
        input: needsInput ? pipes[2].ours : -1, output: pipes[0].ours, errors: pipes[1].ours)
      spawned.process = try spawn(
        output: pipes[0].theirs, errors: pipes[1].theirs, input: needsInput ? pipes[2].theirs : nil)
      return spawned
    } catch {
      for pipe in pipes { close(pipe.ours) }
      throw error
    }
  }

  private func spawn(output: Int32, errors: Int32, input: Int32?) throws(LoadError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    hk_spawn_close_from(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)

    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    var process = pid_t()
    let result = Self.withCStrings([name] + arguments) { arguments in
      Self.withCStrings(environment) { environment in
        posix_spawnp(&process, name, &actions, &attributes, arguments, environment)
      }
    }
    guard result == 0 else {
      let failure = LoadFailure(target, reason: systemMessage(result))
      throw .program(failure, ProgramProblem(.notStarted))
    }
    return process
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }
}

/// A pipe of which we use one end and a program the other.
private struct Pipe {
  let ours: Int32
  let theirs: Int32

  init(_ target: LoadTarget, isRead: Bool) throws(LoadError) {
    var ends: [Int32] = [-1, -1]
    guard hk_pipe(&ends) == 0 else { throw .file(target, errno: errno) }
    (ours, theirs) = isRead ? (ends[0], ends[1]) : (ends[1], ends[0])
    _ = fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK)
  }
}
