internal import Glibc
internal import HikidashiBase
internal import HikidashiStorage

/// The streams that a command writes to and reads from.
///
/// A test makes one with closures of its own and runs the command without a process:
///
/// ```swift
/// var written = ""
/// let output = CommandOutput(writesOutput: { written += $0 })
/// #expect(program.run(["list"], output) == .ended(0))
/// ```
public struct CommandOutput {
  /// The failure of writing, or the end of whoever reads.
  public enum Failure: CommandFailure, Equatable, CustomStringConvertible {
    /// Whoever read the output has closed it. The program ends with status 0 and says nothing.
    case closedPipe
    /// The system's reason.
    case unwritable(reason: String)

    /// The status: 0 for a closed pipe, 1 for anything else.
    public var exitStatus: Int32 { self == .closedPipe ? 0 : 1 }

    public var description: String {
      switch self {
      case .closedPipe: ""
      case .unwritable(let reason): tr("cannot write the output: {}; check where it goes", reason)
      }
    }
  }

  /// Whether a person sees the output at once, so that control characters must not reach it.
  public let isTerminal: Bool
  /// Whether what is reported can be written over, as on a terminal.
  public let reportsToTerminal: Bool
  private let writesOutput: (String) throws -> Void
  private let writesError: @Sendable (String) -> Void
  private let readsInput: () throws -> [UInt8]
  /// The name of the program, which stands before each line on standard error.
  var program = ""

  /// Makes streams of closures.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether a person sees the output at once.
  ///   - reportsToTerminal: Whether what is reported can be written over.
  ///   - writesOutput: Takes text for standard output.
  ///   - writesError: Takes text for standard error, on any thread.
  ///   - readsInput: Returns all of standard input.
  public init(
    isTerminal: Bool = false, reportsToTerminal: Bool = false,
    writesOutput: @escaping (String) throws -> Void,
    writesError: @escaping @Sendable (String) -> Void = { _ in },
    readsInput: @escaping () throws -> [UInt8] = { [] }
  ) {
    self.isTerminal = isTerminal
    self.reportsToTerminal = reportsToTerminal
    self.writesOutput = writesOutput
    self.writesError = writesError
    self.readsInput = readsInput
  }

  /// The process's own streams.
  ///
  /// The signal of a closed pipe is ignored from here on, so that `program list | head` ends by
  /// ``Failure/closedPipe``.
  public static func process() -> CommandOutput {
    signal(SIGPIPE, SIG_IGN)
    return CommandOutput(
      isTerminal: isatty(STDOUT_FILENO) == 1, reportsToTerminal: isatty(STDERR_FILENO) == 1,
      writesOutput: { try writeAll($0, to: STDOUT_FILENO) },
      writesError: { try? writeAll($0, to: STDERR_FILENO) },
      readsInput: {
        do throws(FileBytes.Failure) {
          return try FileBytes.read(descriptor: STDIN_FILENO, limit: inputLimit)
        } catch {
          throw UnreadableFile("-", error)
        }
      })
  }

  /// Writes text to standard output.
  ///
  /// - Throws: ``Failure``
  public func write(_ text: String) throws { try writesOutput(text) }

  /// Writes texts one after another, without holding all of them at once.
  ///
  /// - Throws: ``Failure``
  public func write(all texts: some Sequence<String>) throws {
    var text = ""
    for next in texts {
      text += next
      if text.utf8.count > 1 << 16 {
        try write(text)
        text = ""
      }
    }
    try write(text)
  }

  /// Writes one line to standard error, behind the name of the program.
  ///
  /// Control characters of the text become spaces, so that it stays one harmless line.
  public func complain(_ text: String) {
    writesError((program.isEmpty ? "" : program + ": ") + text.withoutControls + "\n")
  }

  /// Writes text to standard error as it is, on any thread: how far a command is.
  public var report: @Sendable (String) -> Void { writesError }

  /// The most bytes that ``read(_:)`` takes, 256 MiB: what is larger may have no end.
  public static let inputLimit = 256 << 20

  /// Returns all bytes of a file, or of standard input for the path `-`.
  ///
  /// - Throws: `UnreadableFile` of `HikidashiStorage`
  public func read(_ path: String) throws -> [UInt8] {
    guard path != "-" else { return try readsInput() }
    do throws(FileBytes.Failure) {
      return try FileBytes.read(path, limit: Self.inputLimit)
    } catch {
      throw UnreadableFile(path, error)
    }
  }
}

private func writeAll(_ text: String, to descriptor: Int32) throws {
  var failure: Int32 = 0
  var text = text
  text.withUTF8 { bytes in
    var written = 0
    while written < bytes.count {
      let count = Glibc.write(
        descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { failure = errno }
      if count <= 0 { return }
      written += count
    }
  }
  if failure == EPIPE { throw CommandOutput.Failure.closedPipe }
  if failure != 0 {
    throw CommandOutput.Failure.unwritable(reason: systemMessage(failure))
  }
}

extension String {
  /// The text with a space for every control character, so that it stays one harmless line.
  ///
  /// - Complexity: O(*n*)
  public var withoutControls: String {
    guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return self
    }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return String(scalars)
  }
}
