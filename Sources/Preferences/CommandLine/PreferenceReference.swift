internal import HikidashiBase
internal import HikidashiRecords
internal import HikidashiStorage
internal import HikidashiValues

extension PreferenceStore {
  /// One line for each setting with its value and layer, as `--print-preferences` prints it. The
  /// values of secrets are left out.
  public func report() -> String { snapshot.description }

  /// The values that the user has set, without secrets, as JSON for ``importValues(_:)``.
  public func exportedValues() -> String {
    var file = PreferenceFile()
    file.setVersion(version)
    let user = observing { $0.state.user }
    file.apply(user.mapValues { .some($0) }, schema)
    return file.text
  }

  /// Imports exported values as one edit.
  ///
  /// Invalid values, and those of settings that the administrator has set, are left out. Settings
  /// that are not in the JSON stay as they are.
  ///
  /// - Returns: What was left out, and why.
  /// - Throws: ``PreferenceError/badImport(reason:)`` if it is not a JSON object.
  @discardableResult
  public func importValues(_ json: String) throws(PreferenceError) -> [PreferenceProblem] {
    var file: PreferenceFile
    do throws(JSONFileDamage) { file = try PreferenceFile(Array(json.utf8)) } catch {
      throw .badImport(reason: error.reason)
    }
    if let found = file.versionText.flatMap({ AppVersion($0) }) {
      for migration in options.migrations
      where found < migration.version && migration.version <= version {
        migration.change(&file)
      }
    }
    let (contents, refusals) = file.contents(schema)
    var problems = refusals.map { refusal in
      PreferenceProblem.badValue(
        key: schema.entries[refusal.position].key, place: "the import", reason: refusal.reason)
    }
    try edit("Import") { (edit) throws(PreferenceError) in
      for (position, content) in contents {
        let entry = schema.entries[position]
        do throws(PreferenceError) { try edit.set(entry.definition, content) } catch {
          problems.append(
            .badValue(key: entry.key, place: "the import", reason: "is set by the administrator"))
        }
      }
    }
    return problems
  }
}

extension PreferenceSchema {
  /// A Markdown page that describes each setting with its default, flag and environment variable.
  ///
  /// - Parameters:
  ///   - title: The heading of the page.
  ///   - variables: The prefix of the variables' names; nil if no variables are read.
  public func referencePage(title: String, variables: String? = nil) -> String {
    var page = "# \(title)\n\nEvery setting, with its default and how to set it.\n"
    write(root, level: 2, variables, &page)
    return page
  }

  private func write(
    _ section: Section, level: Int, _ variables: String?, _ page: inout String
  ) {
    if !section.key.isEmpty {
      page += "\n" + String(repeating: "#", count: min(level, 4)) + " \(section.title)\n"
    }
    if !section.help.isEmpty { page += "\n\(section.help)\n" }
    if !section.preferences.isEmpty {
      page += "\n| Setting | Default | Set by | |\n| --- | --- | --- | --- |\n"
    }
    for position in section.preferences { page += row(entries[position], variables) }
    for inner in section.sections {
      write(inner, level: section.key.isEmpty ? level : level + 1, variables, &page)
    }
  }

  private func row(_ entry: Entry, _ variables: String?) -> String {
    let definition = entry.definition
    var ways = "`\(entry.key)`"
    if !definition.isSecret {
      ways += ", `\(entry.flag)`"
      if let variables { ways += ", `\(entry.variable(variables))`" }
    }
    let standard = definition.isSecret ? "kept secret" : definition.defaultContent.jsonText
    var words = [definition.help, definition.limits]
    if definition.effect == .afterRestart { words.append("Takes effect after a restart.") }
    let cells = [
      definition.title, "`\(standard)`", ways,
      words.filter { !$0.isEmpty }.joined(separator: " "),
    ]
    return "| "
      + cells.map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") }
      .joined(separator: " | ") + " |\n"
  }
}

extension PreferenceDefinition {
  /// The limits and the unit in words; empty if there are neither.
  var limits: String {
    let unit = unit.map { " " + $0 } ?? ""
    if !choices.isEmpty { return choices.map(\.content.text).joined(separator: ", ") + "." }
    return switch (low, high) {
    case (let low?, let high?): "\(low.text) to \(high.text)\(unit)."
    case (let low?, nil): "\(low.text)\(unit) or more."
    case (nil, let high?): "At most \(high.text)\(unit)."
    case (nil, nil): parts.pattern.map { sentence($0.message) } ?? unit.trimmedSentence
    }
  }
}

extension String {
  fileprivate var trimmedSentence: String {
    let words = drop { $0 == " " }
    return words.isEmpty ? "" : "In \(words)."
  }
}

/// A complaint as a sentence of its own.
private func sentence(_ complaint: String) -> String {
  complaint.prefix(1).uppercased() + complaint.dropFirst() + "."
}
