import Foundation
import HikidashiBase
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// The notes of a window whose process is killed while they are made.
final class ViewerKillTests: XCTestCase {
  private static let place = "HIKIDASHI_KILLED_NOTES"

  /// What stands marked in the text is kept, wherever the process is killed.
  func testKilledWindowsLoseNoHighlight() throws {
    if let path = Environment.value(Self.place) { return try highlight(in: path) }
    let seed = testSeed()
    print("testKilledWindowsLoseNoHighlight: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    try RelationSamples.fill(folder)
    for _ in 0..<testSteps(2) {
      let run = try Run(
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
        ["RFCViewerTests.ViewerKillTests/testKilledWindowsLoseNoHighlight"],
        environment: ProcessInfo.processInfo.environment
          .merging([Self.place: folder.url.path]) { $1 })
      let wanted = told(folder).count + Int.random(in: 1...12, using: &random)
      // Nobody tells how long a busy machine waits before it looks.
      while told(folder).count < wanted, folder.read("ended") == nil, !run.isOver { sched_yield() }
      for _ in 0..<Int.random(in: 0...3_000, using: &random) { sched_yield() }
      run.send(SIGKILL)
      XCTAssertEqual(run.wait(), 128 + SIGKILL, run.standardOutput + run.standardError)
      let notes = try RFCNotes(at: Self.store(folder.url.path))
      let kept = Set(notes.select().map { "\($0.1.place.lowerBound)" })
      XCTAssertEqual(Set(told(folder)).subtracting(kept), [], "seed \(seed)")
    }
  }

  private static func store(_ path: String) -> StoreDestination {
    .sqlite(path + "/notes.db", table: "rfc_notes")
  }

  private func told(_ folder: ScratchFolder) -> [String] {
    (folder.read("told") ?? "").split(separator: "\n").map(String.init)
  }

  /// Highlights one letter after the other, and tells of each that stands in the text.
  @MainActor
  private static func highlightAll(_ path: String) async throws {
    let library = try RFCLibrary.mirror(directory: path)
    let viewer = ViewerWindow(library, notes: NoteKeeper(at: store(path)))
    let (_, stage) = try await ViewerTests.launch(viewer, library, first: 3)
    viewer.notes.begin()
    await viewer.notes.settled()
    let told = try XCTUnwrap(fopen(path + "/told", "a"))
    let reader = viewer.pane.reader
    let first = viewer.notes.placed.all.map(\.range.lowerBound).max() ?? 0
    for place in stride(from: first + 2, to: reader.text.unicodeScalars.count - 1, by: 2) {
      let range = place..<place + 1
      reader.select(range)
      viewer.notes.highlight(.green)
      await viewer.notes.settled()
      guard reader.annotations.contains(StyledRange(range, .highlight(.green))) else { continue }
      fputs("\(place)\n", told)
      fflush(told)
    }
    // No more letters: the process stays until it is killed.
    fclose(told)
    try Data().write(to: URL(fileURLWithPath: path + "/ended"))
    while true { await stage.nextFrame() }
  }

  private func highlight(in path: String) throws {
    try onLoop { try await Self.highlightAll(path) }
  }
}
