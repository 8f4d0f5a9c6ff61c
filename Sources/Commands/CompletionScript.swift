internal import HikidashiBase

/// What a shell reads to complete the words of a program: what `--print-completions=SHELL` prints.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  func text(of program: CommandProgram) -> String {
    switch self {
    case .bash: bash(program)
    case .zsh: zsh(program)
    case .fish: fish(program)
    }
  }
}

/// What may follow an option, or a command.
private enum Completed: Equatable {
  case nothing, files, folders
  case words([String])

  /// - Parameter usage: How the help names it, such as `FILE` or `light|dark`.
  init(_ usage: String) {
    let areWords = usage.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "|")
    }
    // `DIR|URL` are names of what may stand there.
    if usage.contains("|"), areWords, usage != usage.uppercased() {
      self = .words(usage.split(separator: "|").map(String.init))
    } else if ["DIR", "FOLDER", tr("DIR")].contains(where: { usage.contains($0) }) {
      self = .folders
    } else if ["FILE", "PATH", tr("FILE")].contains(where: { usage.contains($0) }) {
      self = .files
    } else {
      self = .nothing
    }
  }
}

extension CommandProgram {
  /// The options of a command, or of the program where it is nil, each with what may follow it.
  fileprivate func completions(of command: Command?) -> [(option: CommandOption, value: Completed?)]
  {
    let options =
      (command.map { $0.options + [.help] } ?? ownOptions)
      + (command?.takesSettings == false ? [] : settingOptions)
      + (settingOptions.isEmpty ? [] : [.report])
    return options.map { option in
      var option = option
      if option.isOn { option = option.negated }
      return (option, option.isBoolean ? nil : option.argument.map { Completed($0) })
    }
  }

  /// A name that a shell takes for that of a function.
  fileprivate var functionName: String {
    "_" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}

extension CommandOption {
  fileprivate var negated: CommandOption {
    var option = CommandOption("no-" + name, help: help)
    option.isBoolean = true
    return option
  }
}

// MARK: - bash

extension CompletionScript {
  private func bash(_ program: CommandProgram) -> String {
    let commands: [Command?] = [nil] + program.commands
    var text = """
      # Completes the words of \(program.name) in bash.
      \(program.functionName)() {
        local word=${COMP_WORDS[COMP_CWORD]} option='' name='' index values words
        # bash takes “--option=value” for three words.
        if [[ $word == = ]]; then
          word='' option=${COMP_WORDS[COMP_CWORD - 1]}
        elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
          option=${COMP_WORDS[COMP_CWORD - 2]}
        elif ((COMP_CWORD > 1)); then
          option=${COMP_WORDS[COMP_CWORD - 1]}
        fi
        for ((index = 1; index < COMP_CWORD; index++)); do
          case ${COMP_WORDS[index]} in
            \((program.commands.map(\.name) + ["help"]).joined(separator: " | "))) name=${COMP_WORDS[index]}; break ;;
          esac
        done
        COMPREPLY=()
        case $name:$option in

      """
    for command in commands {
      for (option, value) in program.completions(of: command) {
        guard let value else { continue }
        let forms = ["--" + option.name] + (option.letter.map { ["-\($0)"] } ?? [])
        let pattern = forms.map { "\(command?.name ?? ""):\($0)" }.joined(separator: " | ")
        text += "    \(pattern)) \(bash(value)); return ;;\n"
      }
    }
    text += "  esac\n  case $name in\n"
    let names = program.commands.map(\.name).joined(separator: " ")
    text += "    help) COMPREPLY=($(compgen -W '\(names)' -- \"$word\")); return ;;\n"
    for command in commands {
      let options = program.completions(of: command).map { option, value in
        "--" + option.name + (value == nil ? "" : "=")
      }
      let words = options + (command == nil && !names.isEmpty ? [names, "help"] : [])
      let usage = Completed(command?.usage ?? program.usage)
      text += "    '\(command?.name ?? "")') words='\(words.joined(separator: " "))'"
      text += " values=\(usage == .files ? "-f" : usage == .folders ? "-d" : "") ;;\n"
    }
    text += """
        esac
        COMPREPLY=($(compgen -W "$words" -- "$word"))
        if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
        if [[ $word != -* && $values ]]; then
          compopt -o filenames 2>/dev/null
          mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$values" -- "$word")
        fi
      }
      complete -F \(program.functionName) \(program.name)

      """
    return text
  }

  private func bash(_ value: Completed) -> String {
    switch value {
    case .nothing: ":"
    case .files:
      "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
    case .folders:
      "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$word\")"
    case .words(let words):
      "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\"))"
    }
  }
}

// MARK: - zsh

extension CompletionScript {
  private func zsh(_ program: CommandProgram) -> String {
    var text = "#compdef \(program.name)\n\n\(program.functionName)() {\n"
    text += "  local curcontext=$curcontext state line\n  typeset -A opt_args\n"
    let rest = zsh(Completed(program.usage), program.usage)
    if program.commands.isEmpty {
      text += "  _arguments -s" + zsh(program, nil) + " '*:" + rest + "'\n}\n\n"
    } else {
      text += "  _arguments -s -C" + zsh(program, nil) + " '1: :->name' '*:: :->rest'\n"
      text += "  case $state in\n    name)\n      local -a names=(\n"
      for command in program.commands {
        text += "        '\(command.name):\(zsh(command.summary))'\n"
      }
      text += "        'help:\(zsh(tr("Print this help, or that of a command.")))'\n      )\n"
      text += "      _describe -t commands command names\n"
      if Completed(program.usage) != .nothing { text += "      _files\n" }
      text += "      ;;\n    rest)\n      case $line[1] in\n"
      for command in program.commands {
        text += "        \(command.name)) _arguments -s" + zsh(program, command)
        text += " '*:" + zsh(Completed(command.usage), command.usage) + "' ;;\n"
      }
      let names = program.commands.map(\.name).joined(separator: " ")
      text += "        help) _values command \(names) ;;\n"
      text += "      esac\n      ;;\n  esac\n}\n\n"
    }
    return text + "\(program.functionName) \"$@\"\n"
  }

  /// The options as `_arguments` takes them.
  private func zsh(_ program: CommandProgram, _ command: Command?) -> String {
    program.completions(of: command).map { option, value in
      let isGiven = value == nil ? "" : "="
      let rest =
        "[\(zsh(option.help))]" + (value.map { ":" + zsh($0, option.argument ?? "") } ?? "")
      let long = "--\(option.name)" + isGiven
      guard let letter = option.letter else { return " \\\n    '\(long)\(rest)'" }
      let short = "-\(letter)" + (value == nil ? "" : "+")
      return " \\\n    '(-\(letter) --\(option.name))'{'\(short)','\(long)'}'\(rest)'"
    }.joined()
  }

  /// What follows: its name, and how it is completed.
  private func zsh(_ value: Completed, _ usage: String) -> String {
    let name = usage.isEmpty ? " " : zsh(usage).replacing(" ", with: "_")
    switch value {
    case .nothing: return "\(name): "
    case .files: return "\(name):_files"
    case .folders: return "\(name):_files -/"
    case .words(let words): return "value:(\(words.joined(separator: " ")))"
    }
  }

  /// Text between apostrophes that `_arguments` reads.
  private func zsh(_ text: String) -> String {
    text.withoutControls.replacing("\\", with: "\\\\").replacing("'", with: "’")
      .replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(":", with: "\\:")
  }
}

// MARK: - fish

extension CompletionScript {
  private func fish(_ program: CommandProgram) -> String {
    let start = "complete -c \(program.name)"
    let names = program.commands.map(\.name) + ["help"]
    let none = "-n 'not __fish_seen_subcommand_from \(names.joined(separator: " "))'"
    var text = "# Completes the words of \(program.name) in fish.\n\(start) -f\n"
    for command in [nil] + program.commands {
      let condition = command.map { "-n '__fish_seen_subcommand_from \($0.name)'" } ?? none
      if let command {
        text += "\(start) \(none) -a \(command.name) -d '\(fish(command.summary))'\n"
      }
      if Completed(command?.usage ?? program.usage) != .nothing {
        text += "\(start) \(condition) -F\n"
      }
      for (option, value) in program.completions(of: command) {
        text += "\(start) \(condition) -l \(option.name)"
        if let letter = option.letter { text += " -s \(letter)" }
        text += fish(value) + " -d '\(fish(option.help))'\n"
      }
    }
    guard !program.commands.isEmpty else { return text }
    text += "\(start) \(none) -a help -d '\(fish(tr("Print this help, or that of a command.")))'\n"
    text +=
      "\(start) -n '__fish_seen_subcommand_from help' -a '\(program.commands.map(\.name).joined(separator: " "))'\n"
    return text
  }

  private func fish(_ value: Completed?) -> String {
    switch value {
    case nil: ""
    case .nothing: " -x"
    case .files: " -r -F"
    case .folders: " -x -a '(__fish_complete_directories)'"
    case .words(let words): " -x -a '\(words.joined(separator: " "))'"
    }
  }

  private func fish(_ text: String) -> String {
    text.withoutControls.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
