import Foundation
import TestSupport
import Testing

/// What the compiler says of Swift files that use the modules of this package, as they were built for the
/// tests.
enum TypeCheck {
  /// Returns what it complains of, each with its place.
  ///
  /// - Parameter files: The paths of all files of a module, from the folder.
  static func errors(in files: [String], _ folder: ScratchFolder) throws -> [String] {
    let built = URL(fileURLWithPath: TestProgram.path("")).path
    var arguments = ["-typecheck", "-wmo", "-swift-version", "6", "-I", built + "/Modules"]
    let sources = Checkout.root.appendingPathComponent("Sources").path
    for name in try FileManager.default.contentsOfDirectory(atPath: sources).sorted() {
      let include = "\(sources)/\(name)/include"
      if FileManager.default.fileExists(atPath: include) { arguments += ["-Xcc", "-I" + include] }
      // Those of libraries have a map of their own; of others the package manager has made one.
      let maps = [
        "\(sources)/\(name)/module.modulemap",
        "\(built)/CHikidashi\(name.dropFirst()).build/module.modulemap",
      ]
      for map in maps where FileManager.default.fileExists(atPath: map) {
        arguments += ["-Xcc", "-fmodule-map-file=" + map]
      }
    }
    let libraries = try Run(
      try #require(Tool("pkg-config").path), ["--cflags-only-I", "libadwaita-1", "libxml-2.0"])
    #expect(libraries.wait() == 0)
    arguments += libraries.standardOutput.split(whereSeparator: \.isWhitespace).map(String.init)
    arguments += files
    let compiler = try Run(try #require(Tool("swiftc").path), arguments, in: folder.url)
    let status = compiler.wait()
    let errors = compiler.standardError.split(separator: "\n").map(String.init)
      .filter { $0.firstMatch(of: #/^\S+\.swift:\d+:\d+: error: /#) != nil }
    #expect((status == 0) == errors.isEmpty, "\(compiler.standardError)")
    return errors
  }
}
