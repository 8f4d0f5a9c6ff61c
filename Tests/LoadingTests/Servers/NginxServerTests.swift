import TestSupport
import Testing

@testable import HikidashiLoading

/// The tests' own server, which all others here rely on.
@Suite(.needsNginx) struct NginxServerTests {
  /// What listens at its port is no other program's, and stays.
  @Test func aPortThatIsTakenIsPassedOver() throws {
    let other = try RawServer { $0.head("200 OK") }
    var ports = [other.port]
    let server = try NginxServer("location / { return 200 mine; }") {
      try ports.popLast() ?? FreePort.find()
    }
    #expect(server.port != other.port)
    #expect(try HTTPTransport().load(server.address + "/").text == "mine")
  }

  @Test func aConfigurationThatIsWrongIsSaid() {
    #expect(throws: NginxServer.Failure.self) { try NginxServer("lokation / {}") }
  }
}
