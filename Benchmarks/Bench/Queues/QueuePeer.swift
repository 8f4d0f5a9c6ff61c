import Foundation

/// A queue of another language, which moves the same numbers in a process of its own.
struct QueuePeer {
  /// As it is called in reports.
  let title: String
  private let program: URL
  private let arguments: (QueueWork) -> [String]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("queues")

  /// Builds what there are tools and libraries for, and names the rest.
  static func build(in place: URL, leaveOut: (String) -> Void) -> [QueuePeer] {
    var peers: [QueuePeer] = []
    func add(
      _ titles: [String], _ words: [String], if isBuilt: Bool, _ program: URL?,
      _ arguments: @escaping (QueueWork, String) -> [String]
    ) {
      for (title, word) in zip(titles, words) {
        if isBuilt, let program {
          peers.append(QueuePeer(title: title, program: program) { arguments($0, word) })
        } else {
          leaveOut(title)
        }
      }
    }
    add(
      ["crossbeam", "sync_channel"], ["crossbeam", "sync"], if: buildChannels(in: place),
      place.appendingPathComponent("channels")
    ) { [$1, "\($0.pairs)", "\($0.messages)", "\($0.capacity)"] }
    let moodycamel = place.appendingPathComponent("moodycamel")
    let source = folder.appendingPathComponent("moodycamel.cpp").path
    add(
      ["moodycamel"], [""],
      if: run("g++", ["-O3", "-march=native", "-pthread", source, "-o", moodycamel.path]),
      moodycamel
    ) { work, _ in ["\(work.pairs)", "\(work.messages)", "\(work.capacity)"] }
    let java = folder.appendingPathComponent("BlockingQueues.java").path
    add(
      ["ArrayBlockingQueue"], [""], if: run("javac", ["-d", place.path, java]), find("java")
    ) { work, _ in
      // The fourth round: the ones before it are compiled as they run.
      ["-cp", place.path, "BlockingQueues", "\(work.pairs)", "\(work.messages)"]
        + ["\(work.capacity)", "4"]
    }
    return peers
  }

  /// Million elements a second; of several rounds that of the last.
  func rate(_ work: QueueWork) throws -> Double {
    Double(work.messages) / (try Self.seconds(program, arguments(work), title)) / 1e6
  }

  /// Builds the loop over a table in PostgreSQL; nil where there is no compiler or no libpq.
  static func buildLoop(in place: URL) -> URL? {
    let program = place.appendingPathComponent("skip_locked")
    let source = folder.appendingPathComponent("skip_locked.c").path
    // Where `pg_config --includedir` is on Debian.
    let arguments = ["-O2", "-I/usr/include/postgresql", source, "-lpq", "-o", program.path]
    return run("gcc", arguments) ? program : nil
  }

  /// The seconds that a program says it took.
  static func seconds(_ program: URL, _ arguments: [String], _ title: String) throws -> Double {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let line = said.split(separator: "\n").last, let seconds = Double(line) else {
      throw QueueFailure(peer: title, status: process.terminationStatus)
    }
    return seconds
  }

  /// Compiles the crates that Debian ships as sources, and the program on top of them.
  private static func buildChannels(in place: URL) -> Bool {
    let registry = URL(fileURLWithPath: "/usr/share/cargo/registry")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: registry.path)) ?? []
    func crate(_ name: String, _ features: [String], uses: [String] = []) -> Bool {
      let folder = names.filter { $0.hasPrefix("\(name)-") }.sorted().last
      guard let folder else { return false }
      let source = registry.appendingPathComponent("\(folder)/src/lib.rs").path
      let module = name.replacingOccurrences(of: "-", with: "_")
      return run(
        "rustc",
        ["--edition", "2018", "-O", "--cap-lints", "allow", "--crate-type", "lib", "--crate-name"]
          + [module, source, "--out-dir", place.path, "-L", place.path]
          + features.flatMap { ["--cfg", "feature=\"\($0)\""] }
          + uses.flatMap { ["--extern", "\($0)=\(place.path)/lib\($0).rlib"] })
    }
    let source = folder.appendingPathComponent("channels.rs").path
    return crate("cfg-if", [])
      && crate("crossbeam-utils", ["std"], uses: ["cfg_if"])
      && crate(
        "crossbeam-channel", ["std", "crossbeam-utils"], uses: ["cfg_if", "crossbeam_utils"])
      && run(
        "rustc",
        ["--edition", "2021", "-O", source, "-o", place.appendingPathComponent("channels").path]
          + ["-L", place.path, "--extern"]
          + ["crossbeam_channel=\(place.path)/libcrossbeam_channel.rlib"])
  }

  private static func find(_ tool: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { URL(fileURLWithPath: "\($0)/\(tool)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Whether the tool is there and did what it was asked for.
  private static func run(_ tool: String, _ arguments: [String]) -> Bool {
    guard let program = find(tool) else { return false }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

/// A peer that did not say how long it took.
struct QueueFailure: Error, CustomStringConvertible {
  let peer: String
  let status: Int32

  var description: String { "\(peer) ended with status \(status) and did not say how long it took" }
}
