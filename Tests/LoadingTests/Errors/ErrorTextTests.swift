import Foundation
import HikidashiLoading
import Testing

/// What a person reads: what happened, where, and how to mend it.
@Suite struct ErrorTextTests {
  private static let page = LoadTarget.url(URL(fileURLWithPath: "/a/page"))
  private static let failure = LoadFailure(page)

  @Test(arguments: [
    (
      LoadError.nameNotFound(failure, host: "example.org"),
      "no address is known for “example.org”; check the address, and the network"
    ),
    (
      .timedOut(failure, .connect, after: .seconds(1)),
      "no connection came about within 1 second; try again later, or allow more time"
    ),
    (
      .timedOut(failure, .idle, after: .milliseconds(300)),
      "nothing came within 0.3 seconds; try again later, or allow more time"
    ),
    (
      .timedOut(failure, .total, after: .seconds(180)),
      "it did not end within 3 minutes; try again later, or allow more time"
    ),
    (
      .tooLarge(failure, .announced(10_737_418_240), limit: 1_000),
      """
      10737418240 bytes are announced, and 1000 are allowed; allow more, if the source can be trusted
      """
    ),
    (
      .tooManyRedirects(failure, limit: 10),
      "it was sent elsewhere more than 10 times; use the address that is meant in the end"
    ),
    (
      .tooManyRedirects(failure, limit: 1),
      "it was sent elsewhere more than once; use the address that is meant in the end"
    ),
    (
      .truncated(failure, got: 3, expected: 10),
      "it ended after 3 of 10 bytes; try again; what was there before is unharmed"
    ),
    (
      .truncated(failure, got: 1, expected: nil),
      "it broke off after 1 byte; try again; what was there before is unharmed"
    ),
    (
      .status(failure, StatusProblem(503, retryAfter: .seconds(7_200), snippet: "Busy")),
      "the server answered with status 503: “Busy”; try again after 2 hours"
    ),
    (
      .status(failure, StatusProblem(400, snippet: String(repeating: "x", count: 300))),
      "the server answered with status 400: “\(String(repeating: "x", count: 119))…”; "
        + "check the request"
    ),
    (
      .status(failure, StatusProblem(404)),
      "the server answered with status 404; check the address"
    ),
    (
      .program(failure, ProgramProblem(.exit(2), standardError: "no disk")),
      "the program ended with status 2: “no disk”; run it by hand to see what it says"
    ),
    (
      .parser(failure, .malformed(reason: "a comma", line: 3, column: 7)),
      "line 3, column 7: a comma; tell who publishes it"
    ),
    (
      .parser(failure, .tooLarge(what: "line 2", limit: 80)),
      "line 2 is larger than 80 bytes; allow more, if the source can be trusted"
    ),
    (
      .parser(failure, .file(path: "/b", .noSpace, reason: "ENOSPC")),
      "cannot write /b: there is no space left (ENOSPC); free some space and try again"
    ),
    (
      .tls(failure, .wrongHost),
      """
      the certificate is of another host; do not send anything there; check the address, and who \
      runs the network
      """
    ),
  ])
  func theTextSaysWhatHappenedAndHowToMendIt(error: LoadError, text: String) {
    #expect(error.description == "cannot load file:///a/page: \(text)")
  }

  @Test func theReasonStandsBesideTheCause() {
    let failure = LoadFailure(Self.page, reason: "ECONNRESET")
    #expect(
      LoadError.reset(failure).description == """
        cannot load file:///a/page: the other side broke the connection (ECONNRESET); try again; \
        what was there before is unharmed
        """)
  }

  @Test func aWaitOfAnyLengthHasWords() {
    for wait in [Duration.seconds(Int64.max), .seconds(Int64.min), .zero, .nanoseconds(-1)] {
      let text = LoadError.timedOut(Self.failure, .idle, after: wait).description
      #expect(text.contains("nothing came within "))
    }
  }

  @Test(arguments: [
    (LoadTarget.tcp(host: "example.org", port: 80), "tcp://example.org:80"),
    (.serial(device: "/dev/ttyUSB0", speed: 9_600), "/dev/ttyUSB0 (9600 bit/s)"),
    (.program("git", arguments: ["log"]), "git log"),
    (.unixSocket(path: "/run/a"), "/run/a"),
  ])
  func targetsAreNamed(target: LoadTarget, name: String) {
    #expect("\(target)" == name)
  }

  @Test func aPasswordIsNotToldToAnybody() throws {
    let url = try #require(URL(string: "https://me:secret@example.org/a"))
    #expect("\(LoadTarget.url(url))" == "https://example.org/a")
  }
}
