import Foundation
import Glibc
import TestSupport
import Testing

/// What `make run` starts where there is no display.
@Suite(.serialized, .needs("gtk4-broadwayd"))
struct BroadwayTests {
  /// `with-broadway` with a command that has a process of its own, says its display, and goes on.
  private func start(_ command: String = "wait") throws -> BroadwayRun {
    let broadway = try BroadwayRun("sleep 600 & echo $GDK_BACKEND $BROADWAY_DISPLAY; " + command)
    #expect(broadway.run.standardOutput(until: "\n").hasPrefix("broadway :"))
    return broadway
  }

  @Test func nothingButTheProxyListensAndOnThisMachineAlone() throws {
    let broadway = try start()
    defer { broadway.run.send(SIGTERM) }
    let door = try broadway.process("broadway-proxy")
    let port = "0100007F:" + String(broadway.address.port, radix: 16, uppercase: true)
    #expect(broadway.address.port >= 8085)
    #expect(ProcessTable.listening(door) == [port], "127.0.0.1, in the kernel's writing")
    for (process, name) in ProcessTable.descendants(of: broadway.run.identifier)
    where process != door {
      #expect(ProcessTable.listening(process) == [], "\(name)")
    }
  }

  @Test func twoAtOnceHaveTwoPortsAndTokens() throws {
    let both = [try start(), try start()]
    defer { for broadway in both { broadway.run.send(SIGTERM) } }
    #expect(Set(both.map(\.address.port)).count == 2)
    #expect(Set(both.map(\.address.token)).count == 2)
    for broadway in both {
      let address = broadway.address
      #expect(address.path.wholeMatch(of: #/\/[0-9a-f]{32}\//#) != nil, "128 bits")
      #expect(try address.ask(address.request(address.path)).status == 200)
    }
    let (one, other) = (both[0].address, both[1].address)
    #expect(try one.ask(one.request(other.path)).status == 403)
  }

  /// Every user of the machine may read with what words a program was started.
  @Test func noCommandLineHasTheToken() throws {
    let broadway = try start()
    defer { broadway.run.send(SIGTERM) }
    for process in ProcessTable.descendants(of: broadway.run.identifier).keys {
      let words = ProcessTable.commandLine(process)
      #expect(!words.joined().contains(broadway.address.token), "\(words)")
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func signalLeavesNothing(signal: Int32, status: Int32) throws {
    let run = try start().run
    let processes = ProcessTable.descendants(of: run.identifier)
    #expect(processes.count >= 4, "the proxy, the server, the command and what it has started")
    run.send(signal)
    #expect(run.wait() == status)
    #expect(processes.filter { ProcessTable.isRunning($0.key) } == [:])
  }

  @Test func endOfTheCommandLeavesNothing() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "go-on")
    let file = folder.url.appendingPathComponent("go-on").path
    let broadway = try start("echo $!; while test -e \(file); do sleep 0.01; done; exit 7")
    let run = broadway.run
    let socket = try #require(ProcessTable.socket(listeningAt: broadway.address.port))
    unlink(file)
    #expect(run.wait() == 7)
    let words = run.standardOutput.split { $0 == " " || $0 == "\n" }
    try #require(words.count == 3, "the backend, the display, the process that was started")
    #expect(!ProcessTable.isRunning(try #require(Int32(words[2]))))
    #expect(!ProcessTable.isListening(socket: socket))
  }

  @Test(arguments: [
    ("gtk4-broadwayd", "the Broadway server has ended"),
    ("broadway-proxy", "the proxy before the Broadway server has ended"),
  ])
  func endOfAServerEndsTheCommand(name: String, message: String) throws {
    let broadway = try start()
    let processes = ProcessTable.descendants(of: broadway.run.identifier)
    kill(try broadway.process(name), SIGKILL)
    #expect(broadway.run.wait() == 1)
    #expect(broadway.run.standardError.contains(message))
    #expect(processes.filter { ProcessTable.isRunning($0.key) } == [:])
  }

  /// The script itself cannot clean up then; what lets others in must not outlive it.
  @Test(.needs("setpriv")) func deathOfTheScriptEndsTheServers() throws {
    let broadway = try start()
    let processes = [
      try broadway.process("broadway-proxy"), try broadway.process("gtk4-broadwayd"),
    ]
    let client = try RawClient(port: broadway.address.port)
    let socket = try #require(ProcessTable.socket(listeningAt: broadway.address.port))
    broadway.run.send(SIGKILL)
    #expect(broadway.run.wait() == 128 + SIGKILL)
    client.readToEnd()
    for process in processes { while ProcessTable.isRunning(process) { usleep(1_000) } }
    #expect(!ProcessTable.isListening(socket: socket))
  }
}
