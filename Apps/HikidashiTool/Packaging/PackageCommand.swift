import Foundation
import Hikidashi

/// Makes packages of an app, and installs it without one.
enum PackageCommand {
  static var commands: [Command] { [package, install, uninstall] }

  private static let program = CommandOption(
    "program", argument: "FILE", help: tr("The program, where it is built already"))
  private static let prefix = CommandOption(
    "prefix", argument: "DIR", help: tr("Where it belongs; /usr/local, if not given"))
  private static let destination = CommandOption(
    "destdir", argument: "DIR", help: tr("What the prefix lies below for now, as for a package"))

  private static var package: Command {
    Command(
      "package", tr("[FILE.json]"),
      summary: tr("Make a package of an app that others can install."),
      description: tr(
        """
        The file says what the package is called and what it contains; it is hikidashi.json,
        if not given. The app is built for release, with Swift's own libraries in it.
        """),
      options: [
        CommandOption("deb", help: tr("Make one for Debian and what follows it; the default")),
        CommandOption("flatpak", help: tr("Write what flatpak-builder makes one from")),
        CommandOption(
          "into", argument: "DIR", help: tr("Where it comes to stand; this folder, if not given")),
        program,
      ]
    ) { arguments, output in
      let folder = URL(fileURLWithPath: arguments["into"] ?? ".")
      if arguments.has("flatpak") {
        let (file, bytes) = try manifest(arguments, output)
        let flatpak = FlatpakSources(try AppManifest(bytes, file: file), file: file)
        try output.write(try flatpak.write(to: folder) + "\n")
      }
      if arguments.has("deb") || !arguments.has("flatpak") {
        try output.write(
          try DebianPackage(app: try app(arguments, output)).write(to: folder) + "\n")
      }
    }
  }

  private static var install: Command {
    Command(
      "install", tr("[FILE.json]"), summary: tr("Install an app without a package."),
      options: [prefix, destination, program]
    ) { arguments, output in
      let files = InstalledFiles(try app(arguments, output), isPackaged: false)
      let paths = try files.write(to: place(arguments))
      try output.write(all: paths.map { place(arguments).path + "/" + $0 + "\n" })
    }
  }

  private static var uninstall: Command {
    Command(
      "uninstall", tr("[FILE.json]"), summary: tr("Remove what “install” has installed."),
      options: [prefix, destination]
    ) { arguments, output in
      let (file, bytes) = try manifest(arguments, output)
      let app = try AppManifest(bytes, file: file)
      let paths = try InstalledFiles.remove(app, below: place(arguments))
      guard !paths.isEmpty else {
        throw ExternalProgram.Failure(
          description: tr("{} is not installed in {}", app.name, place(arguments).path))
      }
      try output.write(all: paths.map { place(arguments).path + "/" + $0 + "\n" })
    }
  }

  private static func manifest(
    _ arguments: CommandArguments, _ output: CommandOutput
  ) throws -> (file: String, bytes: [UInt8]) {
    if arguments.words.count > 1 { _ = try arguments.word(tr("the file of an app")) }
    let file = arguments.words.first ?? AppManifest.fileName
    return (file, try output.read(file))
  }

  private static func app(_ arguments: CommandArguments, _ output: CommandOutput) throws -> BuiltApp
  {
    let (file, bytes) = try manifest(arguments, output)
    return try BuiltApp(file, bytes: bytes, program: arguments["program"])
  }

  private static func place(_ arguments: CommandArguments) -> URL {
    URL(fileURLWithPath: (arguments["destdir"] ?? "") + "/" + (arguments["prefix"] ?? "/usr/local"))
      .standardizedFileURL
  }
}
