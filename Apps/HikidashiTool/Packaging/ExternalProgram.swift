import Foundation
import Hikidashi

/// A program of the system that does a part of the work.
struct ExternalProgram {
  /// It could not be run, or failed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let path: String
  private let arguments: [String]
  var folder: URL?
  var environment: [String: String] = [:]
  /// Whether what it says of its progress is shown.
  var isShown = false

  /// - Parameter program: A path, or a name that is looked for as a shell does.
  init(_ program: String, _ arguments: [String] = []) {
    let isPath = program.contains("/")
    path = isPath ? program : "/usr/bin/env"
    self.arguments = (isPath ? [] : [program]) + arguments
  }

  /// Runs it to its end.
  ///
  /// - Returns: What it wrote to its standard output.
  /// - Throws: ``Failure`` with what it complained of, where it did not end with 0.
  @discardableResult
  func run() throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = try TemporaryFile()
    let complaints = try TemporaryFile()
    process.standardOutput = output.handle
    if !isShown { process.standardError = complaints.handle }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let name = ([path] + arguments).first { $0 != "/usr/bin/env" } ?? path
      let reason = String(decoding: try complaints.contents(), as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      if process.terminationStatus == 127, path == "/usr/bin/env" {
        throw Failure(description: tr("the program “{}” is not installed", name))
      }
      throw Failure(
        description: tr("“{}” ended with {}", name, Int(process.terminationStatus))
          + (reason.isEmpty ? "" : ": " + reason))
    }
    return try output.contents()
  }

  /// What it wrote, as a line.
  func line() throws -> String {
    String(decoding: try run(), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// A file without a name: what is written into it never has to be read at the same time, as from a pipe.
private struct TemporaryFile {
  let handle: FileHandle

  init() throws {
    guard let file = tmpfile() else {
      throw ExternalProgram.Failure(description: tr("no temporary file can be made"))
    }
    let descriptor = dup(fileno(file))
    fclose(file)
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func contents() throws -> Data {
    try handle.seek(toOffset: 0)
    return try handle.readToEnd() ?? Data()
  }
}
