internal import Dispatch
internal import Glibc
internal import HikidashiBase

/// A command of a program, such as `reader list`, which does its work without a window.
///
/// ```swift
/// Command("list", summary: "Print the titles.") { arguments, output in
///   try arguments.takesNoWords()
///   try output.write(all: store.titles.map { $0 + "\n" })
/// }
/// ```
public struct Command {
  /// The name, which is one word.
  public let name: String
  /// What stands behind the name in the help, such as `FILE`; empty where nothing does.
  public let usage: String
  /// One line of help.
  public let summary: String
  /// More of it; empty for none.
  public let description: String
  /// The options; ``CommandProgram`` adds `--help`.
  public let options: [CommandOption]
  /// Whether the flags of settings may stand beside it.
  public let takesSettings: Bool
  let body: (CommandArguments, CommandOutput) throws -> Void

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - name: The name, which is one word.
  ///   - usage: What stands behind the name in the help, such as `FILE`.
  ///   - summary: One line of help.
  ///   - description: More of it, in lines of at most 80 columns.
  ///   - options: Its options besides `--help`.
  ///   - takesSettings: Whether the flags of settings may stand beside it.
  ///   - body: Does the work. What it throws is told in one line on standard error.
  public init(
    _ name: String, _ usage: String = "", summary: String, description: String = "",
    options: [CommandOption] = [], takesSettings: Bool = true,
    _ body: @escaping (CommandArguments, CommandOutput) throws -> Void
  ) {
    self.name = name
    self.usage = usage
    self.summary = summary
    self.description = description
    self.options = options
    self.takesSettings = takesSettings
    self.body = body
  }

  /// Runs work of several tasks and waits for its end.
  ///
  /// An interrupt from the keyboard (Ctrl+C), a request to terminate or the end of the terminal
  /// cancels the task; the work then ends as soon as it can. Commands run on the main thread; called from
  /// a task it would keep one of the few threads that the work needs.
  ///
  /// - Throws: ``CommandInterruption`` where the work throws after such a signal, else what it throws.
  public static func wait<Value: Sendable>(
    for work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    try wait(for: work) { interrupt in
      SignalWatch([SIGINT, SIGTERM, SIGHUP], on: .global()) { _ in interrupt() }
    }
  }

  /// Like ``wait(for:)``, where something else than signals interrupts.
  ///
  /// - Parameter watch: Calls what it is given at each interruption as long as its result lives.
  static func wait<Value: Sendable>(
    for work: @escaping @Sendable () async throws -> Value,
    watch: (@escaping @Sendable () -> Void) -> AnyObject
  ) throws -> Value {
    let state = Guarded(WaitState<Value>())
    // Watched from the first moment on: whoever is asked to end before the work begins ends it at once.
    let watch = watch {
      state.withLock { state in
        state.isInterrupted = true
        return state.task
      }?.cancel()
    }
    defer { withExtendedLifetime(watch) {} }
    let done = DispatchSemaphore(value: 0)
    let task = Task.detached {
      do {
        let value = try await work()
        state.withLock { $0.result = .success(value) }
      } catch {
        state.withLock { $0.result = .failure(error) }
      }
      done.signal()
    }
    let isInterrupted = state.withLock { state in
      state.task = task
      return state.isInterrupted
    }
    if isInterrupted { task.cancel() }
    done.wait()
    return try state.withLock { state in
      switch state.result {
      case .success(let value): return value
      case .failure(let error): throw state.isInterrupted ? CommandInterruption() : error
      case nil: throw CommandInterruption()
      }
    }
  }
}

private struct WaitState<Value: Sendable>: Sendable {
  var isInterrupted = false
  var task: Task<Void, Never>?
  var result: Result<Value, any Error>?
}
