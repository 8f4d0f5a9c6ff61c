internal import HikidashiBase
public import HikidashiPresentation

/// An error of a request to the desktop.
public enum DesktopError: Error, CustomStringConvertible, Sendable, Hashable {
  case notFound(path: String)
  /// The target is neither an absolute path nor a URI.
  case noAddress(String)
  /// A link in a document leads neither to a web page nor to a mail address.
  case refusedLink(String)
  /// No program opens the target, or the program does not start.
  case cannotOpen(target: String, reason: String)
  /// A program is not installed; `package` is the Debian package that contains it.
  case programMissing(String, package: String)
  /// A program failed; the status is -1 if a signal ended it.
  case programFailed(String, status: Int)
  /// The text is no e-mail address, or could be taken for an option of a program.
  case badEmailAddress(String)
  /// The request has waited for its turn among the dialogs of a window, and ended before it was
  /// answered: the window was closed, or the program has cancelled it.
  case notAsked(PresentationError)

  /// The error as a sentence for the user.
  public var description: String {
    switch self {
    case .notFound(let path):
      tr("Cannot open {}: there is no such file. Check the path.", path)
    case .noAddress(let text):
      tr("“{}” is neither an absolute path nor an address such as https://example.org.", text)
    case .refusedLink(let target):
      tr("“{}” is not opened from a document: it is neither a web page nor a mail address.", target)
    case .cannotOpen(let target, let reason):
      tr(
        "Cannot open {}: {} Choose a program for it in the settings of the desktop.", target, reason
      )
    case .programMissing(let program, let package):
      tr("The program {} is missing; install the package {}.", program, package)
    case .programFailed(let program, let status):
      tr("{} ended with status {}; check that a mail program is set up.", program, status)
    case .badEmailAddress(let address):
      tr("“{}” is no e-mail address, as ada@example.org is.", address)
    case .notAsked(let error): error.description
    }
  }
}

/// Carries a continuation through a callback of GLib, which calls it once.
final class Answer<Value: Sendable> {
  private let continuation: CheckedContinuation<Value, Never>

  init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = continuation }

  /// A reference for the callback's data.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// Takes the reference of the callback's data.
  static func of(_ data: UnsafeMutableRawPointer?) -> Answer? {
    data.map { Unmanaged<Answer>.fromOpaque($0).takeRetainedValue() }
  }

  func give(_ value: Value) { continuation.resume(returning: value) }
}
