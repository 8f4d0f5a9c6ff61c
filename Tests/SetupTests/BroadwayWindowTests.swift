import Foundation
import Glibc
import TestSupport
import Testing

/// An app in a browser's tab, whose part the test plays: it says how large the tab is, and reads what
/// becomes of the window.
@Suite(.serialized, .needs("gtk4-broadwayd"))
struct BroadwayWindowTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func startAnimals(_ before: String = "") throws -> BroadwayRun {
    let app = BroadwayRun.products.appendingPathComponent("animals").path
    return try BroadwayRun(
      before + "exec '\(app)'", environment: ["XDG_STATE_HOME": folder.url.path])
  }

  private func openTab(_ broadway: BroadwayRun) throws -> RawClient {
    let address = broadway.address
    let tab = try RawClient(port: address.port)
    tab.send(address.handshake(origin: address.origin))
    #expect(tab.read(until: "\r\n\r\n"))
    #expect(tab.status == 101)
    return tab
  }

  /// An input of Broadway's: the kind, the last serial number, the time, then the size and the scale.
  private func resize(_ tab: RawClient, _ width: Int, _ height: Int) {
    let numbers = [12, 0, 0, width, height, 1].flatMap { number in
      (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    // A browser masks what it sends; this mask changes nothing (RFC 6455, 5.3).
    tab.send([0x82, 0x80 | UInt8(numbers.count), 0, 0, 0, 0] + numbers)
  }

  /// Whether the window has been put to the upper left corner with this size, by a change or, in a new
  /// tab, from the beginning.
  private func fills(_ bytes: [UInt8], _ width: Int, _ height: Int) -> Bool {
    let place: [UInt8] =
      [0, 0, 0, 0] + [width, height].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    // After the operation stand its serial number and the window's number, and for a change what of it.
    let starts = bytes.indices.filter { bytes[$0...].starts(with: place) }
    return starts.contains { start in
      start >= 8 && bytes[start - 8] == 8 && bytes[start - 1] == 3
        || start >= 7 && bytes[start - 7] == 2
    }
  }

  @Test func theWindowFillsTheTab() throws {
    let broadway = try startAnimals()
    let tab = try openTab(broadway)
    for (width, height) in [(1_234, 777), (801, 603), (1_500, 1_001)] {
      resize(tab, width, height)
      #expect(tab.read { fills($0, width, height) })
    }
    // A tab that is loaded again, or another one, shows it at once.
    let other = try openTab(broadway)
    #expect(other.read { fills($0, 1_500, 1_001) })
    broadway.run.send(SIGTERM)
    #expect(broadway.run.wait() == 143)
    let kept = FileManager.default.subpaths(atPath: folder.url.path) ?? []
    #expect(!kept.contains { $0.hasSuffix("state.json") }, "the tab's size is not the window's")
  }

  /// The tab is there before the app.
  @Test func aWindowThatComesLaterFillsTheTab() throws {
    let broadway = try startAnimals("until [ -e '\(folder.url.path)/go' ]; do sleep 0.02; done; ")
    let tab = try openTab(broadway)
    resize(tab, 1_234, 777)
    try folder.write("", to: "go")
    #expect(tab.read { fills($0, 1_234, 777) })
    broadway.run.send(SIGTERM)
    #expect(broadway.run.wait() == 143)
  }
}
