import Foundation
import Glibc
import TestSupport
import Testing

/// What `make run` starts where there is no display.
@Suite(.serialized, .needs("gtk4-broadwayd"), .timeLimit(.minutes(10)))
struct BroadwayTests {
  /// `with-broadway` with a command that has a process of its own, says its display, and goes on.
  private func start(_ command: String = "wait") throws -> Run {
    let run = try Run(
      // A runner that ignores interrupts would have the script ignore them too.
      "/usr/bin/env",
      [
        "--default-signal=HUP,INT,TERM", "\(Checkout.root.path)/scripts/with-broadway", "sh", "-c",
        "sleep 600 & echo $GDK_BACKEND $BROADWAY_DISPLAY; " + command,
      ])
    #expect(run.standardOutput(until: "\n").hasPrefix("broadway :"))
    return run
  }

  private func server(of run: Run) throws -> Int32 {
    let servers = ProcessTable.descendants(of: run.identifier).filter { $1 == "gtk4-broadwayd" }
    return try #require(servers.keys.first, "no server runs below the script")
  }

  @Test func listensOnThisMachineAlone() throws {
    let run = try start()
    defer { run.send(SIGTERM) }
    let places = ProcessTable.listening(try server(of: run))
    #expect(!places.isEmpty)
    for place in places {
      #expect(place.hasPrefix("0100007F:"), "127.0.0.1 and nothing else, in the kernel's writing")
      #expect(try #require(Int(place.suffix(4), radix: 16)) >= 8085)
    }
  }

  @Test func printsTheAddress() throws {
    let run = try start("true")
    #expect(run.wait() == 0)
    #expect(run.standardError.contains("http://127.0.0.1:80"))
  }

  @Test func twoAtOnceTakeTwoPorts() throws {
    let runs = [try start(), try start()]
    defer { for run in runs { run.send(SIGTERM) } }
    let places = try runs.flatMap { ProcessTable.listening(try server(of: $0)) }
    #expect(Set(places).count == 2)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func signalLeavesNothing(signal: Int32, status: Int32) throws {
    let run = try start()
    let processes = ProcessTable.descendants(of: run.identifier)
    #expect(processes.count >= 3, "the server, the command and what it has started")
    run.send(signal)
    #expect(run.wait() == status)
    #expect(processes.filter { ProcessTable.isRunning($0.key) } == [:])
  }

  @Test func endOfTheCommandLeavesNothing() throws {
    let run = try start("echo $!; exit 7")
    #expect(run.wait() == 7)
    let words = run.standardOutput.split { $0 == " " || $0 == "\n" }
    try #require(words.count == 3, "the backend, the display, the process that was started")
    #expect(!ProcessTable.isRunning(try #require(Int32(words[2]))))
    let port = try #require(UInt16(words[1].dropFirst()))
    #expect(!ProcessTable.isListening(port: port))
  }

  @Test func endOfTheServerEndsTheCommand() throws {
    let run = try start()
    let processes = ProcessTable.descendants(of: run.identifier)
    kill(try server(of: run), SIGKILL)
    #expect(run.wait() == 1)
    #expect(run.standardError.contains("the Broadway server has ended"))
    #expect(processes.filter { ProcessTable.isRunning($0.key) } == [:])
  }
}
