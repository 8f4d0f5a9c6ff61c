import Foundation
import Glibc
import TestSupport
import Testing

@testable import Loading

/// Files, programs, sockets and devices.
@Suite struct DescriptorTransportTests {
  let transport = DescriptorTransport()

  private func load(
    _ target: LoadTarget, _ change: (inout LoadRequest) -> Void = { _ in }
  ) -> Recorder {
    var request = LoadRequest(target)
    change(&request)
    let recorder = Recorder()
    let transfer = transport.start(request, receiver: recorder)
    _ = recorder.end()
    withExtendedLifetime(transfer) {}
    return recorder
  }

  private func shell(
    _ script: String, _ change: (inout LoadRequest) -> Void = { _ in }
  ) -> Recorder {
    load(.program("sh", arguments: ["-c", script]), change)
  }

  // MARK: Files

  @Test func aFileIsRead() throws {
    let folder = try ScratchFolder()
    let text = String(repeating: "0123456789", count: 30_000)
    try folder.write(text, to: "a b.txt")
    let file = LoadTarget.url(folder.url.appendingPathComponent("a b.txt"))
    let whole = load(file)
    #expect(whole.text == text)
    #expect(whole.head?.expectedLength == 300_000)
    #expect(whole.metrics?.receivedBytes == 300_000)
    let part = load(file) { $0.range = BodyRange(from: 12, count: 5) }
    #expect(part.text == "23456")
    #expect(part.head?.start == 12)
    #expect(part.head?.wholeLength == 300_000)
    let validator = try #require(whole.head?.rangeValidator)
    let rest = load(file) { $0.range = BodyRange(from: 299_998, unlessChangedSince: validator) }
    #expect(rest.text == "89")
    let changed = load(file) { $0.range = BodyRange(from: 9, unlessChangedSince: "\"old\"") }
    #expect(changed.byteCount == 300_000)
    #expect(load(file) { $0.range = BodyRange(from: 300_000) }.metrics != nil)
    #expect(isBadRequest(load(file) { $0.range = BodyRange(from: 300_001) }))
    try folder.write("", to: "empty")
    #expect(load(.url(folder.url.appendingPathComponent("empty"))).metrics != nil)
  }

  @Test func whatIsNoFileIsRefused() throws {
    let folder = try ScratchFolder()
    #expect(problem(load(.url(folder.url.appendingPathComponent("missing")))) == .notFound)
    #expect(problem(load(.url(folder.url))) == .isFolder)
    #expect(problem(load(.url(URL(fileURLWithPath: "/dev/zero")))) == .io)
    mkfifo(folder.url.appendingPathComponent("pipe").path, 0o600)
    #expect(problem(load(.url(folder.url.appendingPathComponent("pipe")))) == .io)
    #expect(isBadRequest(load(.url(try #require(URL(string: "file://elsewhere/etc/passwd"))))))
  }

  @Test func limitsAreKept() throws {
    let folder = try ScratchFolder()
    try folder.write(String(repeating: "x", count: 1_000), to: "file")
    let file = LoadTarget.url(folder.url.appendingPathComponent("file"))
    let announced = load(file) { $0.limits.decoded = 999 }.failure()
    #expect(announced == .tooLarge(LoadFailure(file), .announced(1_000), limit: 999))
    let endless = LoadTarget.program("yes")
    let received = load(endless) { $0.limits.received = 100_000 }.failure()
    #expect(received == .tooLarge(LoadFailure(endless), .received, limit: 100_000))
    let slow = load(file) { $0.limits.bytesPerSecond = 4_000 }
    #expect(slow.byteCount == 1_000)
    #expect(try #require(slow.metrics).total > .milliseconds(200))
  }

  // MARK: Programs

  @Test func aProgramsOutputIsRead() {
    #expect(shell("echo one; echo two").text == "one\ntwo\n")
    let sorted = load(.program("sort")) { $0.body = Array("b\na\n".utf8) }
    #expect(sorted.text == "a\nb\n")
    let large = load(.program("cat")) { $0.body = [UInt8](repeating: 65, count: 1_000_000) }
    #expect(large.byteCount == 1_000_000)
    // Its output has ended before it has.
    #expect(shell("exec >&-; sleep 0.1; exit 0").metrics != nil)
    let unread = load(.program("true")) { $0.body = [UInt8](repeating: 0, count: 1 << 20) }
    #expect(unread.metrics != nil)
    #expect(shell("ls -l /proc/self/fd | wc -l").text == "5\n")
  }

  @Test func howAProgramEndsIsTold() {
    let failed = shell("echo half; echo it broke >&2; exit 3")
    #expect(failed.text == "half\n")
    #expect(
      program(failed) == ProgramProblem(.exit(3), standardError: "it broke"))
    #expect(failed.failure()?.description.contains("it broke") == true)
    #expect(program(shell("kill -TERM $$")) == ProgramProblem(.signal(15)))
    #expect(program(load(.program("no-such-program"))) == ProgramProblem(.notStarted))
    let talkative = shell("head -c 3000000 /dev/zero | tr '\\0' e >&2; exit 1")
    #expect(program(talkative)?.standardError == String(repeating: "e", count: 300))
    #expect(isBadRequest(load(.program("echo", arguments: ["a\u{0}b"]))))
    #expect(isBadRequest(load(.program(""))))
  }

  @Test func aCancelKillsAProgramAndItsChildren() throws {
    let recorder = Recorder()
    let transfer = transport.start(
      LoadRequest(.program("sh", arguments: ["-c", "sleep 1000 & echo $! $$; wait"])),
      receiver: recorder)
    recorder.wait { _, _ in true }
    recorder.wait { events, count in count > 3 }
    let processes = recorder.text.split { " \n".contains($0) }.compactMap { Int32($0) }
    #expect(processes.count == 2)
    transfer.cancel()
    while processes.contains(where: ProcessTable.isRunning) { usleep(1_000) }
    #expect(recorder.eventCount == 2)
  }

  @Test func aProgramThatIsSilentTimesOut() {
    let idle = shell("sleep 1000") { $0.timeouts.idle = .milliseconds(100) }.failure()
    guard case .timedOut(_, .idle, _)? = idle else {
      Issue.record("it ended with \(String(describing: idle))")
      return
    }
    let total = shell("while :; do echo; sleep 0.01; done") {
      $0.timeouts.total = .milliseconds(200)
    }
    guard case .timedOut(_, .total, _)? = total.failure() else {
      Issue.record("it ended with \(String(describing: total.failure()))")
      return
    }
  }

  // MARK: Sockets

  @Test func aConnectionIsRead() throws {
    let server = try RawServer { connection in
      connection.send("you said: " + connection.request())
    }
    for host in ["127.0.0.1", "localhost"] {
      let answer = load(.tcp(host: host, port: server.port)) { $0.body = Array("hi\r\n\r\n".utf8) }
      #expect(answer.text == "you said: hi\r\n\r\n")
    }
    let reset = try RawServer { connection in
      connection.send("half")
      connection.reset()
    }
    let failure = load(.tcp(host: "127.0.0.1", port: reset.port)).failure()
    guard case .reset? = failure else {
      Issue.record("it ended with \(String(describing: failure))")
      return
    }
  }

  @Test func nobodyListensOrIsKnown() throws {
    let port = try RawServer { _ in }.port
    let refused = load(.tcp(host: "127.0.0.1", port: port)).failure()
    guard case .refused? = refused else {
      Issue.record("it ended with \(String(describing: refused))")
      return
    }
    switch load(.tcp(host: "nowhere.invalid", port: 1)).failure() {
    case .nameNotFound(_, host: "nowhere.invalid"), .noNetwork: break
    case let failure: Issue.record("it ended with \(String(describing: failure))")
    }
    #expect(problem(load(.unixSocket(path: "/nowhere/socket"))) == .notFound)
    #expect(isBadRequest(load(.unixSocket(path: String(repeating: "x", count: 200)))))
    #expect(isBadRequest(load(.unixSocket(path: ""))))
  }

  @Test func aUnixSocketIsRead() throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("socket").path
    let server = try RawServer(unixSocket: path) { connection in
      connection.send("you said: " + connection.request())
    }
    let answer = load(.unixSocket(path: path)) { $0.body = Array("hi\r\n\r\n".utf8) }
    #expect(answer.text == "you said: hi\r\n\r\n")
    withExtendedLifetime(server) {}
  }

  // MARK: Devices

  @Test func aSerialDeviceIsRead() throws {
    let (device, path) = try pseudoTerminal()
    let recorder = Recorder()
    var request = LoadRequest(.serial(device: path, speed: 115_200))
    request.body = Array("AT\r".utf8)
    let transfer = transport.start(request, receiver: recorder)
    var bytes = [UInt8](repeating: 0, count: 100)
    var asked = ""
    while asked.count < 3 {
      let count = read(device, &bytes, bytes.count)
      guard count > 0 else { break }
      asked += String(decoding: bytes[..<count], as: UTF8.self)
    }
    #expect(asked == "AT\r")
    // A terminal would have changed the ends of lines, and taken the control character.
    _ = write(device, "OK\r\n\u{3}", 5)
    recorder.wait { _, count in count == 5 }
    close(device)
    #expect(recorder.metrics != nil)
    #expect(recorder.text == "OK\r\n\u{3}")
    withExtendedLifetime(transfer) {}
  }

  /// The master's side of a new pseudo-terminal, and the path of the other.
  private func pseudoTerminal() throws -> (Int32, String) {
    let device = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // TIOCSPTLCK and TIOCGPTN, which are no constants to Swift: ioctl_tty(2).
    var (lock, number): (Int32, Int32) = (0, 0)
    try #require(ioctl(device, 0x4004_5431, &lock) == 0)
    try #require(ioctl(device, 0x8004_5430, &number) == 0)
    return (device, "/dev/pts/\(number)")
  }

  @Test func whatIsNoDeviceIsRefused() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "file")
    let file = folder.url.appendingPathComponent("file").path
    #expect(problem(load(.serial(device: file, speed: 9_600))) == .io)
    #expect(problem(load(.serial(device: "/dev/no-such-device", speed: 9_600))) == .notFound)
    #expect(isBadRequest(load(.serial(device: file, speed: 12_345))))
  }

  // MARK: Flow

  @Test func aPauseHoldsEverySource() throws {
    let folder = try ScratchFolder()
    try Data(count: 1 << 20).write(to: folder.url.appendingPathComponent("file"))
    let targets: [LoadTarget] = [
      .url(folder.url.appendingPathComponent("file")),
      .program("head", arguments: ["-c", "1048576", "/dev/zero"]),
    ]
    for target in targets {
      let recorder = Recorder { event, _ in if case .chunk = event { .pause } else { .proceed } }
      var request = LoadRequest(target)
      request.timeouts.idle = .milliseconds(50)
      let transfer = transport.start(request, receiver: recorder)
      var count = 0
      while recorder.wait(until: { $1 > count || $0.last?.isTerminal == true }),
        recorder.byteCount > count
      {
        let events = recorder.eventCount
        if count == 0 { usleep(150_000) }
        #expect(recorder.eventCount == events)
        count = recorder.byteCount
        transfer.resume()
      }
      #expect(recorder.metrics?.receivedBytes == 1 << 20)
    }
  }

  private func problem(_ load: Recorder) -> FileProblem? {
    if case .file(_, let problem)? = load.failure() { problem } else { nil }
  }

  private func program(_ load: Recorder) -> ProgramProblem? {
    if case .program(_, let problem)? = load.failure() { problem } else { nil }
  }

  private func isBadRequest(_ load: Recorder) -> Bool {
    if case .badRequest? = load.failure() { true } else { false }
  }
}
