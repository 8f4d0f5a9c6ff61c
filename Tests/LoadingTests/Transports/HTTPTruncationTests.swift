import Foundation
import HikidashiBase
import HikidashiLoadingCache
import TestSupport
import Testing

@testable import HikidashiLoading

/// Bodies that are compressed and cut off are told from whole ones, and nothing is made of them.
@Suite struct HTTPTruncationTests {
  /// A text that compresses, and not to next to nothing.
  static let text: [UInt8] = {
    var random = SeededGenerator(seed: 7)
    return (0..<60_000).map { _ in UInt8(0x61 + Int.random(in: 0..<12, using: &random)) }
  }()

  /// The ways in which a server may end a body that it has cut.
  enum Framing: String, CaseIterable, Sendable {
    case length, chunks, closing
  }

  /// A server that answers with these bytes, and how often it was asked.
  private func server(
    _ bytes: [UInt8], _ coding: String, _ framing: Framing, count: Guarded<Int> = Guarded(0)
  ) throws -> RawServer {
    try RawServer { connection in
      _ = connection.request()
      count.withLock { $0 += 1 }
      let coding = "Content-Encoding: \(coding)"
      let close = "Connection: close"
      switch framing {
      case .length:
        connection.head("200 OK", coding, close, "ETag: \"1\"", "Content-Length: \(bytes.count)")
        connection.send(bytes)
      case .chunks:
        connection.head("200 OK", coding, close, "ETag: \"1\"", "Transfer-Encoding: chunked")
        connection.send(String(bytes.count, radix: 16) + "\r\n")
        connection.send(bytes)
        connection.send("\r\n0\r\n\r\n")
      case .closing:
        connection.head("200 OK", coding, close, "ETag: \"1\"")
        connection.send(bytes)
      }
    }
  }

  @Test(arguments: Compression.allCases, Framing.allCases)
  func aCutStreamIsTruncatedAndNothingIsMadeOfIt(
    compression: Compression, framing: Framing
  ) async throws {
    let whole = try compression.encode(Self.text)
    let count = Guarded(0)
    let server = try server(
      Array(whole[..<(whole.count / 2)]), compression.coding, framing, count: count)
    let folder = try ScratchFolder()
    let cache = ResponseCache(folder.url.appendingPathComponent("cache.db").path)
    let connector = Connector(transports: [HTTPTransport()], cache: cache)
    let url = try #require(URL(string: server.address + "/"))
    let hasFinished = Guarded(false)
    var options = LoadOptions()
    options.retry = .never
    let load = connector.load(
      LoadRequest(url), parser: FinishNoter(hasFinished), options: options)
    guard case .truncated(_, got: whole.count / 2, expected: nil)? = await load.failure else {
      Issue.record("\(compression) by \(framing) ended with \(load.status)")
      return
    }
    #expect(!hasFinished.withLock { $0 })
    #expect(cache.usage.count == 0)
    #expect(count.withLock { $0 } == 1)
    let file = folder.url.appendingPathComponent("file").path
    try folder.write("old", to: "file")
    let other = connector.load(LoadRequest(url), parser: FileParser(to: file), options: options)
    guard case .truncated? = await other.failure else {
      Issue.record("a file ended with \(other.status)")
      return
    }
    #expect(folder.read("file") == "old")
  }

  /// What nothing but the end of the connection ends says so, and is never called current by a 304.
  @Test func aBodyWhoseEndNothingConfirmsSaysSoAndIsNotKept() async throws {
    let heads = Guarded<[String]>([])
    let server = try RawServer { connection in
      let request = connection.request()
      heads.withLock { $0.append(request) }
      let path = request.split(separator: " ").dropFirst().first ?? ""
      switch path {
      case "/length": connection.head("200 OK", "Content-Length: 4", "ETag: \"1\"")
      case "/chunks": connection.head("200 OK", "Transfer-Encoding: chunked", "ETag: \"1\"")
      case "/old": connection.send("HTTP/1.0 200 OK\r\nETag: \"1\"\r\n\r\n")
      default: connection.head("200 OK", "Connection: close", "ETag: \"1\"")
      }
      connection.send(path == "/chunks" ? "4\r\nhalf\r\n0\r\n\r\n" : "half")
    }
    let folder = try ScratchFolder()
    let cache = ResponseCache(folder.url.appendingPathComponent("cache.db").path)
    let connector = Connector(transports: [HTTPTransport()], cache: cache)
    for (path, isConfirmed) in [
      ("/length", true), ("/chunks", true), ("/old", false), ("/closing", false),
    ] {
      let kept = cache.usage.count
      let url = try #require(URL(string: server.address + path))
      let response = try await connector.load(LoadRequest(url), parser: DataParser()).response
      #expect(response.output == Array("half".utf8))
      #expect(response.isEndConfirmed == isConfirmed, "\(path)")
      #expect(cache.usage.count == kept + (isConfirmed ? 1 : 0), "\(path)")
    }
    let url = try #require(URL(string: server.address + "/old"))
    _ = try await connector.load(LoadRequest(url), parser: DataParser()).value
    #expect(heads.withLock { $0 }.allSatisfy { !$0.contains("If-None-Match") })
  }

  /// What is here and whole is not replaced by what may be half of it.
  @Test func whatIsKeptOutlivesABodyThatNothingConfirms() async throws {
    let count = Guarded(0)
    let server = try RawServer { connection in
      _ = connection.request()
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 1 {
        connection.head("200 OK", "Content-Length: 5", "Connection: close")
      } else {
        connection.head("200 OK", "Connection: close")
      }
      connection.send(number == 1 ? "whole" : "wh")
    }
    let folder = try ScratchFolder()
    let cache = ResponseCache(folder.url.appendingPathComponent("cache.db").path)
    let connector = Connector(transports: [HTTPTransport()], cache: cache)
    let request = LoadRequest(try #require(URL(string: server.address + "/")))
    #expect(try await connector.load(request, parser: LinesParser()).value == ["whole"])
    #expect(try await connector.load(request, parser: LinesParser()).value == ["wh"])
    connector.isOffline = true
    let kept = try await connector.load(request, parser: LinesParser()).response
    #expect(kept.output == ["whole"] && kept.isEndConfirmed)
  }

  /// Who asks for it keeps a file that is here from what may be half of another.
  @Test func aFileIsReplacedByWhatIsConfirmedWhereThatIsAskedFor() async throws {
    let server = try RawServer { connection in
      let isWhole = connection.request().hasPrefix("GET /length")
      connection.head("200 OK", isWhole ? "Content-Length: 4" : "Connection: close")
      connection.send("half")
    }
    let folder = try ScratchFolder()
    try folder.write("whole", to: "file")
    let connector = Connector(transports: [HTTPTransport()])
    func load(_ path: String, _ options: LoadOptions) throws -> Load<FileParser.Loaded> {
      let url = try #require(URL(string: server.address + path))
      let parser = FileParser(to: folder.url.appendingPathComponent("file").path)
      return connector.load(LoadRequest(url), parser: parser, options: options)
    }
    var options = LoadOptions(retry: .never)
    options.needsConfirmedEnd = true
    guard case .truncated(_, got: 4, expected: nil)? = await (try load("/", options)).failure else {
      Issue.record("what may be half was taken")
      return
    }
    #expect(folder.read("file") == "whole")
    #expect(try await load("/length", options).response.isEndConfirmed)
    #expect(folder.read("file") == "half")
    try folder.write("whole", to: "file")
    // Who does not is told.
    options.needsConfirmedEnd = false
    #expect(try await !load("/", options).response.isEndConfirmed)
    #expect(folder.read("file") == "half")
  }

  /// The end of what is compressed is one, whatever the head says.
  @Test(arguments: Compression.allCases, Framing.allCases)
  func aWholeStreamIsConfirmed(compression: Compression, framing: Framing) throws {
    let server = try server(try compression.encode(Self.text), compression.coding, framing)
    let load = try HTTPTransport().load(server.address + "/")
    #expect(load.bytes == Self.text)
    #expect(load.metrics?.isEndConfirmed == true)
  }

  @Test func aProgramAndAFileConfirmTheirEndAndAConnectionDoesNot() throws {
    let transport = DescriptorTransport()
    let server = try RawServer { $0.send("half") }
    let folder = try ScratchFolder()
    try folder.write("whole", to: "file")
    #expect(
      transport.load(.tcp(host: "127.0.0.1", port: server.port)).metrics?.isEndConfirmed == false)
    #expect(transport.load(.program("true")).metrics?.isEndConfirmed == true)
    let file = LoadTarget.url(folder.url.appendingPathComponent("file"))
    #expect(transport.load(file).metrics?.isEndConfirmed == true)
  }

  @Test(.needsNginx, .needs("openssl"), arguments: [false, true])
  func aStreamOfHTTP2HasAnEnd(isCompressed: Bool) throws {
    let authority = try NginxAuthority()
    let server = try NginxServer(
      isCompressed ? "gzip on; gzip_types *;" : "chunked_transfer_encoding off;",
      certificate: try authority.certificate(.good), http2: true)
    try server.put(Data(Self.text), at: "text")
    let transport = HTTPTransport(HTTPOptions(trustedCertificates: authority.path))
    let load = try transport.load(server.address + "/text")
    #expect(load.head?.version == .http2)
    #expect(load.bytes == Self.text)
    #expect(load.metrics?.isEndConfirmed == true)
  }
}

/// Notes that it was told of the end.
private struct FinishNoter: ResponseParser {
  let hasFinished: Guarded<Bool>

  init(_ hasFinished: Guarded<Bool>) { self.hasFinished = hasFinished }

  mutating func feed(_ bytes: [UInt8]) -> ParserStep { .more }

  mutating func finish() { hasFinished.withLock { $0 = true } }
}
