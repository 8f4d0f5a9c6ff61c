import Foundation
import HikidashiBase
import HikidashiLoading
import HikidashiLoadingTesting
import TestSupport
import Testing

/// The conformance kit over every transport there is.
@Suite struct TransportKitTests {
  private func kit(
    _ transport: any Transport,
    _ serve: @escaping @Sendable (TransportKit.Content) async throws -> LoadRequest?
  ) -> TransportKit {
    TransportKit(transport, seed: testSeed(), steps: testSteps(60, scale: 0.01), serve: serve)
  }

  @Test func scripts() async throws {
    let pages = Pages()
    let kit = kit(ScriptedTransport { pages.script($0) }) { pages.put($0) }
    try await kit.run()
    #expect(try await kit.skipped().isEmpty)
  }

  @Test func recordings() async throws {
    let pages = Pages()
    let recorder = RecordingTransport(ScriptedTransport { pages.script($0) })
    try await kit(recorder) { pages.put($0) }.run()
  }

  @Test func files() async throws {
    let folder = try ScratchFolder()
    let kit = kit(DescriptorTransport()) { [url = folder.url] content in
      switch content.ending {
      case .whole:
        let file = url.appendingPathComponent("\(content.bytes.count)")
        try Data(content.bytes).write(to: file)
        return LoadRequest(file)
      case .broken: return LoadRequest(url.appendingPathComponent("nothing"))
      case .stalled: return nil
      }
    }
    try await kit.run()
    withExtendedLifetime(folder) {}
  }

  @Test func programs() async throws {
    let folder = try ScratchFolder()
    try await kit(DescriptorTransport()) { [url = folder.url] content in
      let file = url.appendingPathComponent("\(content.bytes.count)")
      try Data(content.bytes).write(to: file)
      let then =
        switch content.ending {
        case .whole: "exit 0"
        case .broken: "exit 3"
        case .stalled: "exec sleep 1000"
        }
      return LoadRequest(
        .program("sh", arguments: ["-c", "cat \"$1\"; \(then)", "sh", file.path]))
    }.run()
    withExtendedLifetime(folder) {}
  }

  @Test(.needsNginx, arguments: [false, true]) func nginx(_ isSecure: Bool) async throws {
    let authority = isSecure ? try NginxAuthority() : nil
    let server = try NginxServer(
      """
      location /stalled/ { rewrite ^/stalled/(.*) /$1 break; limit_rate_after 4k; limit_rate 1; }
      location /broken/ { return 444; }
      """, certificate: try authority?.certificate(.good), http2: isSecure,
      host: isSecure ? "localhost" : "127.0.0.1")
    var options = HTTPOptions()
    options.trustedCertificates = authority?.path
    let (address, content) = (server.address, server.content)
    try await kit(HTTPTransport(options)) { wanted in
      let name = "\(wanted.bytes.count)"
      try Data(wanted.bytes).write(to: content.appendingPathComponent(name))
      let folder =
        switch wanted.ending {
        case .whole: ""
        case .broken: "broken/"
        case .stalled: "stalled/"
        }
      return URL(string: "\(address)/\(folder)\(name)").map { LoadRequest($0) }
    }.run()
    withExtendedLifetime(server) {}
  }

  /// A transport that breaks its promises, each in its own way, is found out.
  @Test(arguments: Careless.Fault.allCases) func theKitFindsFaults(_ fault: Careless.Fault) async {
    let pages = Pages()
    let base = ScriptedTransport { pages.script($0) }
    let failures = await TransportKit(
      Careless(base: base, fault: fault), seed: 1, steps: 20, patience: .milliseconds(300)
    ) {
      pages.put($0)
    }.failures()
    #expect(!failures.isEmpty)
    #expect(failures.allSatisfy { TransportKit.checkNames.contains($0.check) })
  }
}

/// Contents under addresses, as scripts.
final class Pages: Sendable {
  private let contents = Guarded<[TransportKit.Content]>([])

  func put(_ content: TransportKit.Content) -> LoadRequest? {
    let number = contents.withLock { contents in
      contents.append(content)
      return contents.count - 1
    }
    return URL(string: "http://pages.example/\(number)").map { LoadRequest($0) }
  }

  func script(_ request: LoadRequest) -> TransferScript {
    let number = "\(request.target)".split(separator: "/").last.flatMap { Int($0) } ?? -1
    let content = contents.withLock { $0.indices.contains(number) ? $0[number] : nil }
    guard let content else { return TransferScript(status: 404) }
    let script = TransferScript(body: content.bytes)
    switch content.ending {
    case .whole: return script
    case .broken: return script.with(.truncated(after: 700), for: request.target)
    case .stalled: return script.with(.stalled(after: 700), for: request.target)
    }
  }
}

/// Stands between a transport and who receives, and does one thing wrong.
struct Careless: Transport {
  enum Fault: CaseIterable {
    case forgetsTheEnd, endsTwice, losesBytes, sendsNothing, ignoresPauses, ignoresCancels
    case deliversInStart, keepsReceivers, ignoresLimits, ignoresTimes
  }

  let base: ScriptedTransport
  let fault: Fault

  func serves(_ target: LoadTarget) -> Bool { base.serves(target) }

  func start(_ request: LoadRequest, receiver: any TransferReceiver) -> any Transfer {
    var request = request
    if fault == .ignoresLimits { request.limits = LoadLimits() }
    if fault == .ignoresTimes { request.timeouts = LoadTimeouts(idle: .seconds(2), total: nil) }
    if fault == .deliversInStart { _ = receiver.receive(.head(ResponseHead(status: 200))) }
    let middle = Middle(receiver, fault)
    return CarelessTransfer(base.start(request, receiver: middle), middle, fault)
  }

  final class Middle: TransferReceiver {
    let receiver: any TransferReceiver
    let fault: Fault

    init(_ receiver: any TransferReceiver, _ fault: Fault) {
      self.receiver = receiver
      self.fault = fault
    }

    func receive(_ event: TransferEvent) -> TransferFlow {
      var event = event
      switch (fault, event) {
      case (.forgetsTheEnd, .finished): return .proceed
      case (.endsTwice, .finished), (.sendsNothing, .finished):
        _ = receiver.receive(fault == .endsTwice ? event : .chunk([]))
      case (.losesBytes, .chunk(let bytes)) where bytes.count > 1:
        event = .chunk(Array(bytes.dropLast()))
      default: break
      }
      let flow = receiver.receive(event)
      return fault == .ignoresPauses ? .proceed : flow
    }
  }
}

private final class CarelessTransfer: Transfer {
  let base: any Transfer
  let middle: Careless.Middle
  let fault: Careless.Fault
  private let kept = Guarded<CarelessTransfer?>(nil)

  init(_ base: any Transfer, _ middle: Careless.Middle, _ fault: Careless.Fault) {
    self.base = base
    self.middle = middle
    self.fault = fault
    if fault == .keepsReceivers { kept.withLock { $0 = self } }
  }

  func resume() { base.resume() }
  func cancel() { if fault != .ignoresCancels { base.cancel() } }
}
