import Hikidashi

private let commands =
  [
    NewCommand.command, RunCommand.command, CheckCommand.command, SchemaCommand.command,
    SceneCommand.command,
  ]
  + PackageCommand.commands + [TranslationsCommand.command, VendorCommand.command]

CommandProgram(
  "hikidashi", version: "0.2.0",
  summary: tr("Makes apps, and shows and checks what is defined in JSON."),
  commands: commands
).run { _ in
  throw CommandMisuse(
    tr("a command is expected: {}", commands.map(\.name).joined(separator: ", ")))
}
