import Foundation
import TestSupport
import Testing
import TimelineKit

@testable import Timeline

@Suite struct SourcesCommandTests {
  @Test func aNewFolderHasNoSources() throws {
    let folder = try ScratchFolder()
    let result = CommandResult(["sources", "--json", "--folder", folder.url.path])
    #expect(result.code == 0 && result.output == "[]\n" && result.complaints == [])
  }
}
