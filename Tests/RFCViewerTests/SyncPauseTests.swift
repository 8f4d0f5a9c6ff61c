import Foundation
import Glibc
import TestSupport
import Testing

/// `rfcviewer sync` on a terminal, where the key `p` pauses it.
@Suite(
  .needsNginx,
  .enabled(if: BuiltProgram.path != nil, "rfcviewer is not built beside the tests"))
struct SyncPauseTests {
  private let server: NginxServer
  private let folder: ScratchFolder
  private let numbers = 1...60

  init() throws {
    folder = try ScratchFolder()
    // So slow that each takes some seconds, and all of them a minute: a busy machine may hear of a key
    // late.
    server = try NginxServer(
      """
      location /rfc/ {
        set $limit_rate 4k;
        if (-f $document_root/hurried) { set $limit_rate 0; }
      }
      """)
    try server.put(SyncTests.index(numbers), at: "rfc-index.txt")
    for number in numbers {
      try server.put(SyncTests.document(number, lines: 300), at: "rfc/rfc\(number).txt")
    }
  }

  private var library: String { folder.url.appendingPathComponent("library").path }

  private var environment: [String: String] { ["LC_ALL": "C.UTF-8", "HOME": folder.url.path] }

  private func arguments(into library: String) -> [String] {
    ["sync", "--all", "--jobs", "4", "--mirror", server.address, "--into", library]
  }

  private func start(_ terminal: TestTerminal) throws -> ChildProcess {
    try terminal.start(
      try #require(BuiltProgram.path), arguments(into: library), environment: environment)
  }

  private var asked: Int { server.log.count { $0.contains("/rfc/rfc") } }

  @Test func thePKeyPausesAndGoesOn() async throws {
    try await onOwnThread {
      let terminal = try TestTerminal()
      let program = try start(terminal)
      _ = terminal.text(until: "of 60 documents")
      #expect(!terminal.isAsUsual, "keys come one by one")
      terminal.type("xp")
      #expect(terminal.text(until: "paused, p goes on").contains("paused, p goes on"))
      // What was on its way is here, and no more is asked for while another program gets everything.
      let before = asked
      #expect(before < 60)
      try server.put(Data(), at: "hurried")
      let other = try Run(
        try #require(BuiltProgram.path), arguments(into: folder.url.path + "/other"),
        environment: environment)
      #expect(other.wait() == 0)
      #expect(asked == before + 60)
      let names = try FileManager.default.contentsOfDirectory(atPath: library)
      #expect(names.count { $0.hasPrefix("rfc") && $0 != "rfc-index.txt" } == before)
      // Twice at once is as never, and then it goes on to its end.
      terminal.type("ppp")
      #expect(program.wait() == 0)
      #expect(terminal.text(until: "61 new, 0 changed").contains("61 new, 0 changed"))
      #expect(terminal.isAsUsual)
    }
  }

  /// Whatever ends it, the terminal is as it was.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL])
  func theTerminalIsGivenBack(_ signal: Int32) async throws {
    try await onOwnThread {
      let terminal = try TestTerminal()
      let program = try start(terminal)
      _ = terminal.text(until: "of 60 documents")
      #expect(!terminal.isAsUsual)
      program.send(signal)
      let isAsked = [SIGINT, SIGTERM, SIGHUP].contains(signal)
      #expect(program.wait() == (isAsked ? 130 : 128 + signal))
      #expect(terminal.isAsUsual)
    }
  }

  @Test func pausedItEndsWhenItIsInterrupted() async throws {
    try await onOwnThread {
      let terminal = try TestTerminal()
      let program = try start(terminal)
      _ = terminal.text(until: "of 60 documents")
      terminal.type("p")
      _ = terminal.text(until: "paused, p goes on")
      terminal.type("\u{3}")
      #expect(program.wait() == 130)
      #expect(terminal.isAsUsual)
    }
  }

  /// Ctrl+Z gives the terminal to the shell, which has it back in its own way.
  @Test func whileItIsStoppedTheTerminalIsTheShells() async throws {
    try await onOwnThread {
      let terminal = try TestTerminal()
      let program = try start(terminal)
      _ = terminal.text(until: "of 60 documents")
      // Not by the key: nobody would stop a program that has no shell above it. And again until it is
      // heard: on a busy machine the program may not listen for the signal yet.
      #expect(
        becomes {
          if !terminal.isAsUsual { program.send(SIGTSTP) }
          usleep(100_000)
          return terminal.isAsUsual && Self.isStopped(program.identifier)
        })
      #expect(
        becomes {
          program.send(SIGCONT)
          return !terminal.isAsUsual
        })
      program.send(SIGTERM)
      #expect(
        becomes {
          program.send(SIGCONT)
          return !program.isRunning
        })
      #expect(program.wait() == 130)
      #expect(terminal.isAsUsual)
    }
  }

  private static func isStopped(_ process: Int32) -> Bool {
    let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return (line?.split(separator: ")").last ?? "").hasPrefix(" T")
  }

  private func becomes(_ holds: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end {
      if holds() { return true }
      usleep(5_000)
    }
    return false
  }
}
