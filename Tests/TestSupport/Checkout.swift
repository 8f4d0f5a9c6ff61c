package import Foundation
package import Testing

/// The folders that tests read, found from where this file was compiled.
package enum Checkout {
  /// The package's own folder.
  package static let root = folder(above: #filePath, levels: 3)

  /// The optional real data, `../shared/data`; nil where it is not beside the checkout.
  package static var sharedData: URL? {
    let folder = root.appendingPathComponent("../shared/data").standardizedFileURL
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// Why a test without the data is skipped, also with `CI=true`.
  package static let dataReason = "../shared/data is not beside the checkout"

  /// The test's own environment, for what builds another package: without the folder of the build that
  /// runs, which is locked for as long as the tests run.
  package static var environmentElsewhere: [String: String] {
    ProcessInfo.processInfo.environment.filter { $0.key != "SWIFTPM_BUILD_DIR" }
  }

  private static func folder(above file: String, levels: Int) -> URL {
    var url = URL(fileURLWithPath: file)
    for _ in 0..<levels { url.deleteLastPathComponent() }
    return url
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, and says why, where the optional real data is absent.
  package static var needsSharedData: Self {
    .enabled(if: Checkout.sharedData != nil, "\(Checkout.dataReason)")
  }
}
