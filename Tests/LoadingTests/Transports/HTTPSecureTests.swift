import Foundation
import TestSupport
import Testing

@testable import HikidashiLoading

/// TLS with certificates that are right or wrong, and HTTP/2.
@Suite struct HTTPSecureTests {
  private func failure(
    _ kind: NginxCertificate.Kind, trusts: Bool = true
  ) throws -> (LoadError?, NginxServer, HTTPTransport) {
    let authority = try NginxAuthority()
    let server = try NginxServer(
      "location / { return 200 secret; }", certificate: try authority.certificate(kind),
      host: "localhost")
    let transport = HTTPTransport(
      HTTPOptions(trustedCertificates: trusts ? authority.path : nil))
    return (try transport.load(server.address + "/").failure(), server, transport)
  }

  @Test(.needsNginx, .needs("openssl")) func aGoodCertificateIsTaken() throws {
    let (failure, server, transport) = try failure(.good)
    #expect(failure == nil)
    #expect(try transport.load(server.address + "/").text == "secret")
  }

  @Test(
    .needsNginx, .needs("openssl"),
    arguments: [
      (NginxCertificate.Kind.expired, true, TLSProblem.expired),
      (.selfSigned, true, .untrusted), (.wrongHost, true, .wrongHost), (.good, false, .untrusted),
    ])
  func aBadCertificateIsRefused(
    _ kind: NginxCertificate.Kind, trusts: Bool, problem: TLSProblem
  ) throws {
    let (failure, server, _) = try failure(kind, trusts: trusts)
    guard case .tls(_, problem)? = failure else {
      Issue.record("\(kind) ended with \(String(describing: failure))")
      return
    }
    #expect(server.log.isEmpty)
  }

  @Test func noTLSAtAllIsAHandshakeThatFailed() throws {
    let server = try RawServer { $0.head("400 Bad Request") }
    let failure = try HTTPTransport().load("https://127.0.0.1:\(server.port)/").failure()
    guard case .tls(_, .handshake)? = failure else {
      Issue.record("it ended with \(String(describing: failure))")
      return
    }
    let unread = HTTPTransport(HTTPOptions(trustedCertificates: "/nowhere.pem"))
    let other = try unread.load("https://127.0.0.1:\(server.port)/").failure()
    guard case .tls(_, .trustStore)? = other else {
      Issue.record("it ended with \(String(describing: other))")
      return
    }
  }

  @Test(.needsNginx, .needs("openssl")) func nothingLeadsAwayFromTLS() throws {
    let authority = try NginxAuthority()
    let certificate = try authority.certificate(.good)
    let plain = try NginxServer("location / { return 200 open; }")
    let secure = try NginxServer(
      "location / { return 302 \(plain.address)/; }", certificate: certificate)
    let transport = HTTPTransport(HTTPOptions(trustedCertificates: authority.path))
    let failure = try transport.load(secure.address + "/").failure()
    let target = try #require(failure).failure.target
    #expect(failure == .badRedirect(LoadFailure(target), to: plain.address + "/"))
    let first = try NginxServer("location / { return 302 \(secure.address)/; }")
    let way = try transport.load(first.address + "/").failure()
    guard case .badRedirect? = way else {
      Issue.record("a way through TLS ended with \(String(describing: way))")
      return
    }
    #expect(plain.log.isEmpty)
  }

  @Test(.needsNginx, .needs("openssl")) func manyTransfersShareAConnectionOfHTTP2() throws {
    let authority = try NginxAuthority()
    let server = try NginxServer(certificate: try authority.certificate(.good), http2: true)
    try server.put(Data(count: 300_000), at: "zeros")
    let transport = HTTPTransport(HTTPOptions(trustedCertificates: authority.path))
    let url = try #require(URL(string: server.address + "/zeros"))
    // One that is paused must not hold up those that share its connection.
    let paused = Recorder { event, _ in if case .chunk = event { .pause } else { .proceed } }
    let pausedTransfer = transport.start(LoadRequest(url), receiver: paused)
    paused.wait { _, count in count > 0 }
    let loads = (0..<50).map { _ in Recorder() }
    let transfers = loads.map { transport.start(LoadRequest(url), receiver: $0) }
    transfers[7].setPriority(.immediate)
    for load in loads {
      #expect(load.metrics != nil)
      #expect(load.head?.version == .http2)
      #expect(load.byteCount == 300_000)
    }
    let connections = Set(server.log.compactMap { $0.split(separator: " ").first })
    #expect(connections.count == 1)
    // Handles of libcurl that have served are no hindrance to a bound on the rate, nor it to them.
    for rate in [50_000_000, nil, 500_000, nil] {
      let load = try transport.load(server.address + "/zeros") { $0.limits.bytesPerSecond = rate }
      #expect(load.byteCount == 300_000)
      #expect(load.metrics != nil)
    }
    var seen = 0
    while paused.byteCount < 300_000 {
      guard paused.wait(until: { _, count in count > seen }) else { break }
      seen = paused.byteCount
      pausedTransfer.resume()
    }
    #expect(paused.byteCount == 300_000)
    pausedTransfer.resume()
    #expect(paused.metrics != nil)
    withExtendedLifetime(transfers) {}
  }
}
