import Foundation
import Glibc
import TestSupport
import Testing

@testable import HikidashiLoading

/// Files, sockets and devices.
@Suite struct DescriptorTransportTests {
  let transport = DescriptorTransport()

  // MARK: Files

  @Test func aFileIsRead() throws {
    let folder = try ScratchFolder()
    let text = String(repeating: "0123456789", count: 30_000)
    try folder.write(text, to: "a b.txt")
    let file = LoadTarget.url(folder.url.appendingPathComponent("a b.txt"))
    let whole = transport.load(file)
    #expect(whole.text == text)
    #expect(whole.head?.expectedLength == 300_000)
    #expect(whole.metrics?.receivedBytes == 300_000)
    let part = transport.load(file) { $0.range = BodyRange(from: 12, count: 5) }
    #expect(part.text == "23456")
    #expect(part.head?.start == 12)
    #expect(part.head?.wholeLength == 300_000)
    let validator = try #require(whole.head?.rangeValidator)
    let rest = transport.load(file) {
      $0.range = BodyRange(from: 299_998, unlessChangedSince: validator)
    }
    #expect(rest.text == "89")
    let changed = transport.load(file) {
      $0.range = BodyRange(from: 9, unlessChangedSince: "\"old\"")
    }
    #expect(changed.byteCount == 300_000)
    #expect(transport.load(file) { $0.range = BodyRange(from: 300_000) }.metrics != nil)
    #expect(transport.load(file) { $0.range = BodyRange(from: 300_001) }.isBadRequest)
    try folder.write("", to: "empty")
    #expect(transport.load(.url(folder.url.appendingPathComponent("empty"))).metrics != nil)
  }

  @Test func whatIsNoFileIsRefused() throws {
    let folder = try ScratchFolder()
    #expect(
      problem(transport.load(.url(folder.url.appendingPathComponent("missing")))) == .notFound)
    #expect(problem(transport.load(.url(folder.url))) == .isFolder)
    #expect(problem(transport.load(.url(URL(fileURLWithPath: "/dev/zero")))) == .io)
    mkfifo(folder.url.appendingPathComponent("pipe").path, 0o600)
    #expect(problem(transport.load(.url(folder.url.appendingPathComponent("pipe")))) == .io)
    #expect(
      transport.load(.url(try #require(URL(string: "file://elsewhere/etc/passwd")))).isBadRequest)
  }

  /// Where there is always more to read, nothing else than the time ends it.
  @Test func whatNeverPausesIsBoundedByTheWholeTime() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "endless")
    let file = folder.url.appendingPathComponent("endless")
    try FileHandle(forWritingTo: file).truncate(atOffset: 1 << 40)
    let load = transport.load(.url(file), keepsChunks: false) {
      $0.limits = LoadLimits(received: .max, decoded: .max)
      $0.timeouts.total = .milliseconds(100)
    }
    guard case .timedOut(_, .total, after: .milliseconds(100))? = load.failure() else {
      Issue.record("it ended with \(String(describing: load.failure()))")
      return
    }
  }

  @Test func limitsAreKept() throws {
    let folder = try ScratchFolder()
    try folder.write(String(repeating: "x", count: 1_000), to: "file")
    let file = LoadTarget.url(folder.url.appendingPathComponent("file"))
    let announced = transport.load(file) { $0.limits.decoded = 999 }.failure()
    #expect(announced == .tooLarge(LoadFailure(file), .announced(1_000), limit: 999))
    let endless = LoadTarget.program("yes")
    let received = transport.load(endless) { $0.limits.received = 100_000 }.failure()
    #expect(received == .tooLarge(LoadFailure(endless), .received, limit: 100_000))
    let slow = transport.load(file) { $0.limits.bytesPerSecond = 4_000 }
    #expect(slow.byteCount == 1_000)
    #expect(try #require(slow.metrics).total > .milliseconds(200))
  }

  // MARK: Sockets

  @Test func aConnectionIsRead() throws {
    let server = try RawServer { connection in
      connection.send("you said: " + connection.request())
    }
    for host in ["127.0.0.1", "localhost"] {
      let answer = transport.load(.tcp(host: host, port: server.port)) {
        $0.body = Array("hi\r\n\r\n".utf8)
      }
      #expect(answer.text == "you said: hi\r\n\r\n")
    }
    let reset = try RawServer { connection in
      connection.send("half")
      connection.reset()
    }
    let failure = transport.load(.tcp(host: "127.0.0.1", port: reset.port)).failure()
    guard case .reset? = failure else {
      Issue.record("it ended with \(String(describing: failure))")
      return
    }
  }

  @Test func nobodyListensOrIsKnown() throws {
    let port = try RawServer { _ in }.port
    let refused = transport.load(.tcp(host: "127.0.0.1", port: port)).failure()
    guard case .refused? = refused else {
      Issue.record("it ended with \(String(describing: refused))")
      return
    }
    switch transport.load(.tcp(host: "nowhere.invalid", port: 1)).failure() {
    case .nameNotFound(_, host: "nowhere.invalid"), .noNetwork: break
    case let failure: Issue.record("it ended with \(String(describing: failure))")
    }
    #expect(problem(transport.load(.unixSocket(path: "/nowhere/socket"))) == .notFound)
    #expect(transport.load(.unixSocket(path: String(repeating: "x", count: 200))).isBadRequest)
    #expect(transport.load(.unixSocket(path: "")).isBadRequest)
  }

  @Test func aUnixSocketIsRead() throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("socket").path
    let server = try RawServer(unixSocket: path) { connection in
      connection.send("you said: " + connection.request())
    }
    let answer = transport.load(.unixSocket(path: path)) { $0.body = Array("hi\r\n\r\n".utf8) }
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
    #expect(problem(transport.load(.serial(device: file, speed: 9_600))) == .io)
    #expect(
      problem(transport.load(.serial(device: "/dev/no-such-device", speed: 9_600))) == .notFound)
    #expect(transport.load(.serial(device: file, speed: 12_345)).isBadRequest)
  }

  // MARK: Flow

  @Test func aPauseHoldsEverySource() throws {
    let folder = try ScratchFolder()
    try Data(count: 1 << 20).write(to: folder.url.appendingPathComponent("file"))
    let other = LoadTarget.url(folder.url.appendingPathComponent("file"))
    let targets: [LoadTarget] = [
      .url(folder.url.appendingPathComponent("file")),
      .program("head", arguments: ["-c", "1048576", "/dev/zero"]),
    ]
    for target in targets {
      let recorder = Recorder { event, _ in if case .chunk = event { .pause } else { .proceed } }
      var request = LoadRequest(target)
      // Of a file there is always more to read, so that nothing but the pause could be idle.
      let idle = target.scheme == "file" ? Duration.milliseconds(1) : .seconds(600)
      request.timeouts.idle = idle
      let transfer = transport.start(request, receiver: recorder)
      var count = 0
      while recorder.wait(until: { $1 > count || $0.last?.isTerminal == true }),
        recorder.byteCount > count
      {
        let events = recorder.eventCount
        // The thread that would deliver more has gone round for another file many times meanwhile.
        if count == 0 {
          let pause = ContinuousClock.now
          while target.scheme == "file", .now < pause + idle {}
          #expect(transport.load(other).byteCount == 1 << 20)
        }
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
}
