import Foundation
import Glibc
import TestSupport
import Testing

@testable import HikidashiLoading

/// The output of programs, and their ends.
@Suite struct ProgramTransportTests {
  let transport = DescriptorTransport()

  private func shell(
    _ script: String, _ change: (inout LoadRequest) -> Void = { _ in }
  ) -> Recorder {
    transport.load(.program("sh", arguments: ["-c", script]), change)
  }

  @Test func aProgramsOutputIsRead() {
    #expect(shell("echo one; echo two").text == "one\ntwo\n")
    let sorted = transport.load(.program("sort")) { $0.body = Array("b\na\n".utf8) }
    #expect(sorted.text == "a\nb\n")
    let large = transport.load(.program("cat")) {
      $0.body = [UInt8](repeating: 65, count: 1_000_000)
    }
    #expect(large.byteCount == 1_000_000)
    // Its output has ended before it has.
    #expect(shell("exec >&-; sleep 0.1; exit 0").metrics != nil)
    let unread = transport.load(.program("true")) {
      $0.body = [UInt8](repeating: 0, count: 1 << 20)
    }
    #expect(unread.metrics != nil)
    #expect(shell("ls -l /proc/self/fd | wc -l").text == "5\n")
  }

  @Test func howAProgramEndsIsTold() {
    let failed = shell("echo half; echo it broke >&2; exit 3")
    #expect(failed.text == "half\n")
    #expect(
      program(failed) == ProgramProblem(.exit(3), standardError: "it broke"))
    #expect(failed.failure()?.description.contains("it broke") == true)
    #expect(program(shell("kill -TERM $$")) == ProgramProblem(.signal(15)))
    #expect(program(transport.load(.program("no-such-program"))) == ProgramProblem(.notStarted))
    let talkative = shell("head -c 3000000 /dev/zero | tr '\\0' e >&2; exit 1")
    #expect(program(talkative)?.standardError == String(repeating: "e", count: 300))
    #expect(transport.load(.program("echo", arguments: ["a\u{0}b"])).isBadRequest)
    #expect(transport.load(.program("")).isBadRequest)
  }

  @Test func aCancelKillsAProgramAndItsChildren() throws {
    let recorder = Recorder()
    let transfer = transport.start(
      LoadRequest(.program("sh", arguments: ["-c", "sleep 1000 & echo $! $$; wait"])),
      receiver: recorder)
    recorder.wait { _, _ in true }
    recorder.wait { events, count in count > 3 }
    let processes = recorder.text.split { " \n".contains($0) }.compactMap { Int32($0) }
    #expect(processes.count == 2)
    transfer.cancel()
    while processes.contains(where: ProcessTable.isRunning) { usleep(1_000) }
    #expect(recorder.eventCount == 2)
  }

  @Test func aProgramThatIsSilentTimesOut() {
    let idle = shell("sleep 1000") { $0.timeouts.idle = .milliseconds(100) }.failure()
    guard case .timedOut(_, .idle, _)? = idle else {
      Issue.record("it ended with \(String(describing: idle))")
      return
    }
    let total = shell("while :; do echo; sleep 0.01; done") {
      $0.timeouts.total = .milliseconds(200)
    }
    guard case .timedOut(_, .total, _)? = total.failure() else {
      Issue.record("it ended with \(String(describing: total.failure()))")
      return
    }
  }

  private func program(_ load: Recorder) -> ProgramProblem? {
    if case .program(_, let problem)? = load.failure() { problem } else { nil }
  }
}
