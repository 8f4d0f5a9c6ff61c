internal import HikidashiBase

extension CommandProgram {
  /// The manual page, in the language of the process, as `man` reads it: what `--print-manual` prints.
  ///
  /// - Source: man(7).
  func manual() -> String {
    var page = ManualPage()
    page.macro("TH", name.uppercased(), "1", "", name + " " + version, tr("User Commands"))
    // Words of a language without spaces would be torn apart.
    page.request("ad l")
    page.section(tr("NAME"))
    page.text("\(name) \u{2D} \(summary.withoutFullStop)")
    page.section(tr("SYNOPSIS"))
    page.usages(usages(of: nil))
    page.section(tr("DESCRIPTION"))
    page.text(summary)
    if !description.isEmpty { page.paragraph(description) }
    if !commands.isEmpty {
      page.section(tr("COMMANDS"))
      for command in commands { add(command, to: &page) }
    }
    page.section(tr("OPTIONS"))
    page.terms(ownOptions)
    if !settingOptions.isEmpty {
      page.section(tr("SETTINGS"))
      page.text(tr("Each holds for this run."))
      page.terms(settingOptions + [.report])
    }
    page.section(tr("EXIT STATUS"))
    page.term("0", tr("All is done."))
    page.term("1", tr("It could not be done; one line on standard error says why."))
    page.term("2", tr("The command line is wrong."))
    return page.text
  }

  private func add(_ command: Command, to page: inout ManualPage) {
    page.term(
      [command.name, command.usage].filter { !$0.isEmpty }.joined(separator: " "), command.summary)
    guard !command.description.isEmpty || !command.options.isEmpty else { return }
    page.indented { page in
      if !command.description.isEmpty { page.paragraph(command.description) }
      page.terms(command.options)
    }
  }
}

/// The text of a manual page, as it is put together.
private struct ManualPage {
  private(set) var text = ""

  /// A request of troff, whose arguments have no quotation marks.
  mutating func request(_ line: String) { text += "." + line + "\n" }

  mutating func macro(_ name: String, _ arguments: String...) {
    text += "." + name + arguments.map { " \"" + escaped($0) + "\"" }.joined() + "\n"
  }

  mutating func section(_ title: String) { macro("SH", title) }

  /// Text that flows; each line end in it is a space.
  mutating func text(_ text: String) {
    for line in text.split(separator: "\n") { self.text += escapedLine(String(line)) + "\n" }
  }

  /// A new paragraph, which keeps its line ends: lists and examples stand in such texts.
  mutating func paragraph(_ text: String) {
    self.text += ".PP\n.nf\n"
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      self.text += line.isEmpty ? ".sp\n" : escapedLine(String(line)) + "\n"
    }
    self.text += ".fi\n"
  }

  mutating func usages(_ usages: [String]) {
    self.text += ".nf\n"
    text(usages.joined(separator: "\n"))
    self.text += ".fi\n"
  }

  /// A word in bold, with what it means below it.
  mutating func term(_ word: String, _ meaning: String) {
    text += ".TP\n\\fB" + escaped(word) + "\\fR\n"
    text(meaning)
  }

  mutating func terms(_ options: [CommandOption]) {
    for option in options { term(option.usage, option.help) }
  }

  mutating func indented(_ body: (inout ManualPage) -> Void) {
    text += ".RS\n"
    body(&self)
    text += ".RE\n"
  }

  /// A line that begins with `.` or `'` would be a request.
  private func escapedLine(_ line: String) -> String {
    let line = escaped(line)
    return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  private func escaped(_ text: String) -> String {
    text.withoutControls.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\(rs"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
  }
}

extension CommandOption {
  /// `-j, --jobs=N`; with `--no-` where what it sets is on by itself.
  fileprivate var usage: String {
    (letter.map { "-\($0), " } ?? "") + (isOn ? "--no-" : "--") + name
      + (argument.map { "=" + $0 } ?? "")
  }
}

extension String {
  /// `man -k` shows it in a list.
  fileprivate var withoutFullStop: String {
    hasSuffix(".") || hasSuffix("。") ? String(dropLast()) : self
  }
}
