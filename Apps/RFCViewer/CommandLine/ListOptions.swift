import HikidashiCommands
import RFCKit

/// The options of `rfcviewer list`, by which entries are chosen and ordered.
enum ListOptions {
  static var all: [CommandOption] {
    [
      CommandOption(
        "status", "s", argument: tr("STATUS"), help: tr("Only these, such as “proposed standard”")),
      CommandOption(
        "since", argument: tr("DATE"), help: tr("Only from a date on, such as 2020 or 2020-06")),
      CommandOption(
        "until", argument: tr("DATE"), help: tr("Only up to a date, such as 2020 or 2020-06")),
      CommandOption("author", "a", argument: tr("NAME"), help: tr("Only those of an author")),
      CommandOption("limit", "n", argument: "N", help: tr("So many at most")),
      CommandOption("sort", argument: "number|date|title", help: tr("What they are ordered by")),
    ]
  }

  /// What the options of a command line ask for.
  static func selection(_ arguments: CommandArguments) throws -> RFCSelection {
    var selection = RFCSelection()
    selection.status = try arguments["status"].map { word in
      guard let status = RFCStatus(typed: word) else { throw CommandMisuse.notAStatus(word) }
      return status
    }
    selection.since = try date("since", arguments)
    selection.until = try date("until", arguments)
    selection.author = arguments["author"]
    selection.limit = try arguments.count("limit", in: 1...99_999)
    selection.order = try arguments["sort"].map { word in
      guard let order = RFCSelection.Order(rawValue: word) else {
        throw CommandMisuse.notAnOrder(word)
      }
      return order
    }
    return selection
  }

  private static func date(_ name: String, _ arguments: CommandArguments) throws -> RFCDate? {
    try arguments[name].map { word in
      guard let date = RFCDate(word) else { throw CommandMisuse.notADate(word) }
      return date
    }
  }
}

extension CommandMisuse {
  static func notAStatus(_ word: String) -> CommandMisuse {
    let names = RFCStatus.known.map { $0.printed.lowercased() }.joined(separator: ", ")
    return CommandMisuse(tr("“{}” is no status; give one of {}", word, names))
  }

  static func notADate(_ word: String) -> CommandMisuse {
    CommandMisuse(tr("“{}” is no date; give a year, or one such as 2020-06 or 2020-06-15", word))
  }

  static func notAnOrder(_ word: String) -> CommandMisuse {
    CommandMisuse(tr("“{}” is no order; give number, date or title", word))
  }
}
