import Foundation
import HikidashiLoadingCache
import TestSupport
import Testing

@testable import HikidashiLoading

/// What is wrong with a peer of TLS, as an app meets it: through a connector, with a cache, into a file
/// that is there already. The error says what it is, and nothing is kept.
@Suite struct SecureFaultTests {
  private let folder: ScratchFolder
  private let cache: ResponseCache
  private let authority: NginxAuthority

  init() throws {
    folder = try ScratchFolder()
    cache = ResponseCache(folder.url.appendingPathComponent("cache.db").path)
    authority = try NginxAuthority()
    try folder.write("old", to: "file")
  }

  private func load(_ address: String, trusts: Bool = true) throws -> Load<FileParser.Loaded> {
    let transport = HTTPTransport(
      HTTPOptions(trustedCertificates: trusts ? authority.path : nil))
    let request = LoadRequest(try #require(URL(string: address)))
    let parser = FileParser(to: folder.url.appendingPathComponent("file").path)
    return Connector(transports: [transport], cache: cache).load(request, parser: parser)
  }

  private func expectNothingKept() {
    #expect(folder.read("file") == "old")
    #expect(cache.usage.count == 0)
  }

  @Test(
    .needsNginx, .needs("openssl"),
    arguments: [
      (NginxCertificate.Kind.expired, true, TLSProblem.expired, "not valid at this time"),
      (.selfSigned, true, .untrusted, "not vouched for by anybody trusted"),
      (.wrongHost, true, .wrongHost, "of another host"),
      (.good, false, .untrusted, "not vouched for by anybody trusted"),
    ])
  func aWrongCertificateIsNamedAndNothingIsAsked(
    _ kind: NginxCertificate.Kind, trusts: Bool, problem: TLSProblem, words: String
  ) async throws {
    let server = try NginxServer(
      "location / { return 200 secret; }", certificate: try authority.certificate(kind),
      host: "localhost")
    let load = try load(server.address + "/", trusts: trusts)
    let failure = await load.failure
    guard case .tls(_, problem)? = failure else {
      Issue.record("\(kind) ended with \(String(describing: failure))")
      return
    }
    #expect(failure?.description.contains(words) == true)
    #expect(failure?.description.contains(server.address) == true)
    // Trying again would mend nothing.
    #expect(load.status.attempt == 1)
    #expect(load.status.bytes == 0)
    #expect(server.log.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/file.part"))
    expectNothingKept()
  }

  /// What is ended in order is taken, though nothing else says that it is whole.
  @Test(.needsNginx, .needs("openssl"))
  func anEndInOrderIsTaken() async throws {
    let server = try NginxServer(
      "chunked_transfer_encoding off; ssi on; ssi_types *;",
      certificate: try authority.certificate(.good), host: "localhost")
    try server.put(Data("whole".utf8), at: "page.txt")
    let response = try await load(server.address + "/page.txt").response
    #expect(response.output.byteCount == 5 && folder.read("file") == "whole")
    #expect(response.head.headers["Content-Length"] == nil)
    #expect(!response.isEndConfirmed)
    #expect(cache.usage.count == 0)
  }

  /// What the server sends before it dies, and the bytes of its body that come of it.
  enum Answer: String, CaseIterable, Sendable {
    case nothing, head, length, chunks, closing, gzip

    static let body = [UInt8](repeating: 0x61, count: 5_000)

    func bytes() throws -> [UInt8] {
      func head(_ field: String) -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\nETag: \"1\"\r\n\(field)\r\n\r\n".utf8)
      }
      switch self {
      case .nothing: return []
      case .head: return Array("HTTP/1.1 200 OK\r\nETag: \"1\"\r\n".utf8)
      case .length: return head("Content-Length: 9000") + Self.body
      case .chunks: return head("Transfer-Encoding: chunked") + Array("1388\r\n".utf8) + Self.body
      case .closing: return head("Connection: close") + Self.body
      case .gzip:
        return head("Content-Encoding: gzip")
          + (try Compression.gzip.encode(HTTPTruncationTests.text))[..<20_000]
      }
    }

    var hasBody: Bool { self != .nothing && self != .head }
  }

  /// The end of the connection is that of the peer's process, which TLS was not told of.
  @Test(.needs("openssl"), arguments: Answer.allCases)
  func aPeerThatDiesInBetweenIsNoEnd(answer: Answer) async throws {
    let server = try BreakingSecureServer(try authority.certificate(.good))
    var options = LoadOptions()
    options.retry = .never
    let transport = HTTPTransport(HTTPOptions(trustedCertificates: authority.path))
    let request = LoadRequest(try #require(URL(string: server.address + "/")))
    let parser = FileParser(to: folder.url.appendingPathComponent("file").path)
    let load = Connector(transports: [transport], cache: cache)
      .load(request, parser: parser, options: options)
    try #require(server.hasRequest())
    try server.send(try answer.bytes())
    if answer.hasBody {
      for await status in load.statuses where status.bytes > 0 { break }
    }
    server.kill()
    let failure = await load.failure
    switch failure {
    case .reset, .truncated: break
    default: Issue.record("\(answer) ended with \(String(describing: failure))")
    }
    #expect(failure?.description.contains(server.address) == true)
    expectNothingKept()
  }
}
