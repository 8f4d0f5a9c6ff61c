import TestSupport
import Testing

/// The end of a process that has loaded something.
@Suite struct HTTPExitTests {
  /// It would free what the transport's thread, which ends at the same time, is freeing.
  @Test(.needsNginx) func opensslDoesNotCleanUp() async throws {
    let server = try NginxServer("location / { return 200 hello; }")
    let (status, output) = try await onOwnThread {
      let run = try Run(
        TestProgram.path("NetworkProgram"), ["libcurl.so.4", server.address + "/"])
      return (run.wait(), run.standardOutput)
    }
    #expect(status == 0)
    #expect(output == "")
  }
}
