internal import Glibc
internal import HikidashiBase

/// A program that is started once more in its own process, after it has ended in order.
struct Restart {
  let words: [String]
  let language: String?

  /// Starts the program anew; returns only where that is not possible.
  func perform() {
    if let language { Self.read(language) }
    fflush(nil)
    var arguments = (CommandLine.arguments.prefix(1) + words).map { strdup($0) }
    arguments.append(nil)
    execv("/proc/self/exe", arguments)
    let reason = systemMessage()
    for argument in arguments { free(argument) }
    writeError(tr("{}: could not be started again: {}", programName, reason))
  }

  /// Has the messages of the process and of those it starts in a language.
  private static func read(_ language: String) {
    setenv("LANGUAGE", language, 1)
    // A locale without a language has no messages but its own.
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(Environment.value).first
    if ["C", "POSIX"].contains(locale ?? "C") { setenv("LC_ALL", "C.UTF-8", 1) }
  }
}
