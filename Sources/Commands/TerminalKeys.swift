internal import Dispatch
internal import Glibc

/// Reads single keys of the terminal, without Enter and unseen, while a command runs.
///
/// ```swift
/// let keys = TerminalKeys { key in if key == UInt8(ascii: "p") { pause() } }
/// defer { keys?.end() }
/// ```
///
/// The terminal is given back as it was at ``end()``, while the program is stopped by Ctrl+Z, and by whatever signal ends
/// the program but SIGKILL. In the background nothing is read, and nothing changed.
// @unchecked: what changes is only reached on `queue`.
public final class TerminalKeys: @unchecked Sendable {
  private static let queue = DispatchQueue(label: "TerminalKeys")
  /// Ends that nobody catches: the program's own mistakes, and a request to leave a core.
  private static let deadly = [SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE]

  private static let terminal = STDIN_FILENO

  private let onKey: @Sendable (UInt8) -> Void
  private var keys: (any DispatchSourceRead)?
  private var signals: [any DispatchSourceSignal] = []
  private var isOurs = false

  /// Begins to read; nil where there is no terminal to read from. A process has at most one at a time.
  ///
  /// - Parameter onKey: Called with the byte of each key, on a thread of its own, one after another.
  public init?(onKey: @escaping @Sendable (UInt8) -> Void) {
    guard isatty(Self.terminal) == 1, tcgetattr(Self.terminal, Self.before) == 0 else {
      return nil
    }
    self.onKey = onKey
    Self.queue.sync {
      watchSignals()
      take()
    }
  }

  deinit { end() }

  /// Gives the terminal back.
  public func end() {
    Self.queue.sync {
      giveBack()
      for source in signals { source.cancel() }
      signals = []
      for number in Self.deadly + [SIGTSTP] { signal(number, SIG_DFL) }
    }
  }

  /// The terminal as it was.
  // Unsafe as far as the compiler can see: it is written before any signal is caught.
  nonisolated(unsafe) private static let before =
    UnsafeMutablePointer<termios>.allocate(capacity: 1)

  private var isInForeground: Bool { tcgetpgrp(Self.terminal) == getpgrp() }

  private func take() {
    guard !isOurs, isInForeground else { return }
    var mode = Self.before.pointee
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutablePointer(to: &mode.c_cc) { characters in
      characters.withMemoryRebound(to: cc_t.self, capacity: Int(NCCS)) {
        $0[Int(VMIN)] = 0
        $0[Int(VTIME)] = 0
      }
    }
    guard tcsetattr(Self.terminal, TCSANOW, &mode) == 0 else { return }
    isOurs = true
    let source = DispatchSource.makeReadSource(fileDescriptor: Self.terminal, queue: Self.queue)
    source.setEventHandler { [weak self] in self?.read() }
    keys = source
    source.resume()
  }

  private func giveBack() {
    keys?.cancel()
    keys = nil
    guard isOurs else { return }
    isOurs = false
    tcsetattr(Self.terminal, TCSANOW, Self.before)
  }

  private func read() {
    // A program in the background that reads is stopped.
    guard isInForeground else { return giveBack() }
    var byte: UInt8 = 0
    // Nothing to read where there was something: the terminal is gone.
    guard Glibc.read(Self.terminal, &byte, 1) == 1 else { return giveBack() }
    onKey(byte)
  }

  private func watchSignals() {
    for number in Self.deadly {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        tcsetattr(TerminalKeys.terminal, TCSANOW, TerminalKeys.before)
        // Once more, and nobody in the way.
        raise(number)
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER
      sigaction(number, &action, nil)
    }
    signals = [SIGTSTP, SIGCONT].map { number in
      signal(number, number == SIGTSTP ? SIG_IGN : SIG_DFL)
      let source = DispatchSource.makeSignalSource(signal: number, queue: Self.queue)
      source.setEventHandler { [weak self] in
        if number == SIGCONT { self?.take() } else { self?.stop() }
      }
      source.resume()
      return source
    }
  }

  /// Stops the program as Ctrl+Z would have.
  private func stop() {
    giveBack()
    kill(getpid(), SIGSTOP)
  }
}
