import Foundation
import HikidashiBase
import Testing

struct ExecutableTests {
  @Test func theExecutableIsTheTestRunner() {
    #expect(executablePath().hasSuffix(".xctest"))
    #expect(FileManager.default.isExecutableFile(atPath: executablePath()))
  }
}
