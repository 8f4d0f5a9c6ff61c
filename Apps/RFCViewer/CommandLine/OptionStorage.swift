import CHikidashiGLib

/// The memory that GLib reads definitions of options from and writes their values to.
///
/// Lives for one command line; every string and pointer in it is GLib's own and freed at the end.
final class OptionStorage {
  private let options: [OptionDefinition]
  private var strings: [UnsafeMutablePointer<CChar>?] = []
  private let values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let flags: UnsafeMutablePointer<gboolean>
  let entries: UnsafeMutablePointer<GOptionEntry>

  init(_ options: [OptionDefinition]) {
    self.options = options
    values = .allocate(capacity: options.count)
    values.initialize(repeating: nil, count: options.count)
    flags = .allocate(capacity: options.count)
    flags.initialize(repeating: 0, count: options.count)
    entries = .allocate(capacity: options.count + 1)
    entries.initialize(repeating: GOptionEntry(), count: options.count + 1)
    for (position, option) in options.enumerated() {
      let takesValue = option.argument != nil
      entries[position] = GOptionEntry(
        long_name: copy(option.name),
        short_name: CChar(bitPattern: option.letter?.asciiValue ?? 0),
        flags: 0,
        // As file names, values are taken byte for byte, whatever the locale.
        arg: takesValue ? G_OPTION_ARG_FILENAME : G_OPTION_ARG_NONE,
        arg_data: takesValue
          ? UnsafeMutableRawPointer(values + position) : UnsafeMutableRawPointer(flags + position),
        description: copy(option.help),
        arg_description: option.argument.flatMap(copy))
    }
  }

  deinit {
    for position in options.indices { g_free(values[position]) }
    for string in strings { g_free(string) }
    values.deallocate()
    flags.deallocate()
    entries.deallocate()
  }

  private func copy(_ text: String) -> UnsafePointer<CChar>? {
    let string = g_strdup(text)
    strings.append(string)
    return string.map { UnsafePointer($0) }
  }

  /// A list of strings for GLib, ended by nil; free it with `g_strfreev`.
  func list(_ words: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    let size = MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    let list = g_malloc0(gsize((words.count + 1) * size))
      .assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    for (position, word) in words.enumerated() { list[position] = g_strdup(word) }
    return list
  }

  /// What GLib found, and the words that it left in `rest` behind the program's name.
  func parsed(rest: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> ParsedOptions {
    var values: [String: String] = [:]
    var flags: Set<String> = []
    for (position, option) in options.enumerated() {
      if let value = self.values[position] { values[option.name] = String(cString: value) }
      if self.flags[position] != 0 { flags.insert(option.name) }
    }
    var words: [String] = []
    var next = rest.map { $0 + 1 }
    while let word = next?.pointee {
      words.append(String(cString: word))
      next = next.map { $0 + 1 }
    }
    if words.first == "--" { words.removeFirst() }
    return ParsedOptions(values: values, flags: flags, words: words)
  }
}
