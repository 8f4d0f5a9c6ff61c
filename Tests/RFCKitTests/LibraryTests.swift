import Foundation
import RFCKit
import TestSupport
import Testing

@Suite struct LibraryTests {
  private let folder: ScratchFolder
  private var path: String { folder.url.path }

  init() throws { folder = try ScratchFolder() }

  @Test func readsAMirror() throws {
    try folder.write(IndexSamples.year2002, to: "rfc-index.txt")
    try folder.write("Host Software", to: "rfc1.txt")
    let library = try RFCLibrary.mirror(directory: path)
    #expect(library.directory == path)
    #expect(try library.index().entries.count == 6)
    #expect(try library.document(1).text == "Host Software")
    #expect(try library.document(1).number == 1)
    #expect(library.hasDocument(1))
    #expect(!library.hasDocument(2))
    #expect(throws: RFCLibraryError.notInLibrary(number: 2)) { try library.document(2) }
    for number in [0, -1] {
      try folder.write("no RFC", to: "rfc\(number).txt")
      #expect(throws: RFCLibraryError.notInLibrary(number: number)) {
        try library.document(number)
      }
      #expect(!library.hasDocument(number))
    }
  }

  @Test func refusesAMirrorThatIsNoFolder() throws {
    try folder.write("x", to: "file")
    for name in ["missing", "file"] {
      let error = #expect(throws: RFCLibraryError.self) {
        try RFCLibrary.mirror(directory: path + "/" + name)
      }
      guard case .noMirror(path + "/" + name, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func tellsWhatIsWrongWithAnIndex() throws {
    let library = try RFCLibrary.mirror(directory: path)
    let index = path + "/rfc-index.txt"
    let missing = #expect(throws: RFCLibraryError.self) { try library.index() }
    #expect(missing?.description.contains(index) == true)
    try folder.write("", to: "rfc-index.txt")
    #expect(throws: RFCLibraryError.empty(path: index)) { try library.index() }
    try folder.write("hello", to: "rfc-index.txt")
    #expect(throws: RFCLibraryError.index(path: index, .notAnIndex)) { try library.index() }
  }

  @Test func refusesWhatIsNoFile() throws {
    let library = try RFCLibrary.mirror(directory: path)
    try FileManager.default.createDirectory(
      atPath: path + "/rfc1.txt", withIntermediateDirectories: false)
    #expect(throws: RFCLibraryError.notAFile(path: path + "/rfc1.txt")) {
      try library.document(1)
    }
    #expect(mkfifo(path + "/rfc2.txt", 0o600) == 0)
    #expect(throws: RFCLibraryError.notAFile(path: path + "/rfc2.txt")) {
      try library.document(2)
    }
  }

  @Test func refusesAFileOfNoUse() throws {
    let file = path + "/huge"
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    #expect(truncate(file, 257 << 20) == 0)
    #expect(throws: RFCLibraryError.tooLarge(path: file)) { try FileReader.read(file) }
    #expect(throws: RFCLibraryError.tooLarge(path: "/dev/zero")) {
      try FileReader.read("/dev/zero", acceptsPipes: true)
    }
    #expect(throws: RFCLibraryError.empty(path: "/dev/null")) {
      try FileReader.read("/dev/null", acceptsPipes: true)
    }
    #expect(throws: RFCLibraryError.notAFile(path: "/dev/null")) {
      try FileReader.read("/dev/null")
    }
    let error = #expect(throws: RFCLibraryError.self) {
      try FileReader.readToEnd(-1, path: "none")
    }
    guard case .unreadable("none", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func hasALibraryBuiltIn() throws {
    let library = RFCLibrary.builtIn
    let index = try library.index()
    #expect(library.directory == nil)
    #expect(index.entries.count > 250)
    #expect(index.warnings.isEmpty)
    #expect(index[2119]?.also == [DocumentReference(series: "BCP", number: 14)])
    #expect(library.hasDocument(RFCLibrary.guideNumber))
    #expect(!library.hasDocument(2119))
    #expect(throws: RFCLibraryError.notInLibrary(number: 2119)) { try library.document(2119) }
  }

  @Test func hasAGuideLikeAnRFC() throws {
    let guide = try RFCLibrary.builtIn.document(RFCLibrary.guideNumber)
    let index = try RFCLibrary.builtIn.index()
    let layout = guide.layout()
    #expect(index[RFCLibrary.guideNumber] != nil)
    #expect(layout.lines.allSatisfy { $0.span.scalars.count <= 72 })
    #expect(layout.lines.count { $0.role == .pageFooter } == 7)
    #expect(layout.lines.count { $0.role == .pageHeader } == 6)
    #expect(layout.headings.contains { $0.title == "Following References" })
    for page in guide.text.split(separator: "\u{C}") {
      #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
    }
    for reference in layout.references {
      #expect(index[reference.number] != nil, "the guide cites RFC \(reference.number)")
    }
  }

  @Test(
    arguments: [
      RFCLibraryError.noMirror(path: "/p", reason: "r"), .unreadable(path: "/p", reason: "r"),
      .notAFile(path: "/p"), .empty(path: "/p"), .truncated(path: "/p"), .tooLarge(path: "/p"),
      .index(path: "/p", .empty),
    ])
  func saysWhichFile(error: RFCLibraryError) {
    #expect(error.description.contains("/p"))
    #expect(!error.description.contains("{}"))
  }
}
