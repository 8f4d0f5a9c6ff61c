import CHikidashiGLib
import RFCKit

/// An option that a command understands.
struct OptionDefinition {
  /// The name after two hyphens.
  var name: String
  /// The letter after one hyphen.
  var letter: Character?
  /// What its argument is called in the help; nil for an option without one.
  var argument: String?
  var help: String
}

/// The options and words of a command line, taken apart by GLib's `GOptionContext`.
struct ParsedOptions {
  private(set) var values: [String: String] = [:]
  private(set) var flags: Set<String> = []
  private(set) var words: [String] = []

  subscript(_ name: String) -> String? { values[name] }

  func has(_ name: String) -> Bool { flags.contains(name) || values[name] != nil }
}

/// Takes command lines apart and writes the help for them.
struct OptionParser {
  /// The command whose options these are, which errors name; nil for the program itself.
  var command: String?
  /// What stands behind the program's name in the help: `index FILE`.
  var usage: String
  var summary: String
  var description = ""
  var options: [OptionDefinition]

  /// Takes `arguments`, without the program's name, apart.
  ///
  /// - Throws: ``CommandError/option(_:command:)`` with GLib's words for what is wrong.
  func parse(_ arguments: [String]) throws(CommandError) -> ParsedOptions {
    let storage = OptionStorage(options)
    let context = makeContext(storage)
    defer {
      g_option_context_free(context)
      // The context points into the storage to its end.
      withExtendedLifetime(storage) {}
    }
    // GLib removes what it understands from the list, and frees it.
    var list = storage.list(["rfcviewer"] + arguments)
    defer { g_strfreev(list) }
    var error: UnsafeMutablePointer<GError>?
    guard g_option_context_parse_strv(context, &list, &error) != 0 else {
      defer { g_clear_error(&error) }
      let message = error.map { String(cString: $0.pointee.message) }
      throw .option(message ?? tr("wrong option"), command: command)
    }
    return storage.parsed(rest: list)
  }

  /// The help text.
  func help() -> String {
    let storage = OptionStorage(options)
    let context = makeContext(storage)
    defer {
      g_option_context_free(context)
      withExtendedLifetime(storage) {}
    }
    guard let text = g_option_context_get_help(context, 1, nil) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  private func makeContext(_ storage: OptionStorage) -> OpaquePointer? {
    // Parsing sets it, and the help alone does not.
    if g_get_prgname() == nil { g_set_prgname("rfcviewer") }
    let context = g_option_context_new(usage)
    g_option_context_set_help_enabled(context, 0)
    g_option_context_set_summary(context, summary)
    if !description.isEmpty { g_option_context_set_description(context, description) }
    g_option_context_add_main_entries(context, storage.entries, nil)
    return context
  }
}
