import Foundation
import TestSupport
import Testing

@testable import RFCViewer

/// `rfcviewer show` where the document is on a mirror and not here.
@Suite(
  .needsNginx,
  .enabled(if: BuiltProgram.path != nil, "rfcviewer is not built beside the tests"))
struct FetchingShowTests {
  private let home: ScratchFolder
  private let server: NginxServer

  init() throws {
    home = try ScratchFolder()
    server = try NginxServer()
    try server.put(SyncTests.document(2119), at: "rfc/rfc2119.txt")
    try server.put(SyncTests.document(5), at: "rfc/rfc5.txt")
  }

  private func show(_ arguments: String...) throws -> (code: Int32, output: String, errors: String)
  {
    let run = try Run(
      BuiltProgram.path ?? "", ["show", "--mirror", server.address] + arguments,
      environment: [
        "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": home.url.path, "XDG_CONFIG_HOME": home.url.path,
      ])
    return (run.wait(), run.standardOutput, run.standardError)
  }

  /// How many documents the server was asked for.
  private var requests: Int { server.log.count { $0.contains("/rfc/rfc") } }

  @Test func whatIsNotHereIsFetchedOnceAndKept() throws {
    let text = String(decoding: SyncTests.document(2119), as: UTF8.self)
    let offline = try show("2119", "--offline")
    #expect(offline.code == 1)
    #expect(offline.errors.contains("sync --range 2119-2119 --mirror \(server.address)"))
    #expect(requests == 0)
    for _ in 1...2 {
      let shown = try show("2119")
      #expect(shown.code == 0)
      #expect(shown.output == text)
      #expect(shown.errors == "")
    }
    #expect(requests == 1)
    #expect(try show("2119", "--offline").output == text)
    let json = try show("5", "--json")
    #expect(json.output.contains("\"text\":\"Request for Comments: 5"))
  }

  @Test func whatTheMirrorDoesNotHaveIsToldOf() throws {
    let missing = try show("1149")
    #expect(missing.code == 1)
    #expect(missing.output == "")
    #expect(missing.errors == "rfcviewer: the mirror has no \(server.address)/rfc/rfc1149.txt\n")
    // What nobody has is not asked for.
    #expect(try show("14").errors == "rfcviewer: RFC 14 was never issued\n")
    #expect(requests == 1)
  }
}
