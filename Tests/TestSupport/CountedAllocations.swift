import Foundation

/// How often a program asks for memory while it does something, once it has done it before: what
/// `AllocationCounter` wrote, which is built beside the tests.
///
/// - Parameter what: As the program takes it.
/// - Throws: `POSIXError` when it cannot be started, or did not do what it should.
package func countedAllocations(_ what: String) throws -> Int {
  let run = try Run(TestProgram.path("AllocationCounter"), [what])
  let words = run.standardOutput.split(whereSeparator: \.isWhitespace)
  guard run.wait() == 0, words.count == 2, words[1] == "true", let count = Int(words[0]) else {
    throw POSIXError(.EIO)
  }
  return count
}
