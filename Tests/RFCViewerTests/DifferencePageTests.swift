import HikidashiWidgets
import RFCKit
import XCTest

@testable import RFCViewer

/// The text in which a difference is read, and the picture of a lineage, without a window.
final class DifferencePageTests: XCTestCase {
  static let old = """
    1.  Introduction

       The quick brown fox jumps over the lazy dog, again and again.

    2.  Same

       Nothing in this section is different from what it was.

    3.  Also the Same

       Nor is anything here, where foxes rest for many hours.

    4.  Old Habits

       Foxes of old had habits that nobody has heard of since, and wrote no letters.

    """
  static let new = """
    1.  Introduction

       The quick red fox jumps over the lazy dog, again and again.

          +-----+    +-----+
          | fox | -> | dog |
          +-----+    +-----+

    2.  Same

       Nothing in this section is different from what it was.

    3.  Also the Same

       Nor is anything here, where foxes rest for many hours.

    5.  Security Considerations

       Dogs are to be told before a key is given to anybody who asks for one.

    """

  static func comparison() throws -> Comparison {
    let documents = [old, new].map { RFCDocument(Array($0.utf8)) }
    return try XCTUnwrap(Comparison(from: documents[0], to: documents[1], (1, 2)) { _ in true })
  }

  private func words(_ page: DifferencePage, _ kind: StyledRange.Kind) -> [String] {
    let scalars = Array(page.text.text.unicodeScalars)
    return page.text.spans.filter { $0.kind == kind }.map { span in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[span.range])
      return String(view)
    }
  }

  func testEachFateHasASignAWordAndAColour() throws {
    let page = DifferencePage(try Self.comparison(), open: [])
    XCTAssertEqual(
      words(page, .title(2)),
      ["± 1  Introduction", "− 4  Old Habits", "+ 5  Security Considerations"])
    XCTAssertEqual(words(page, .emphasis), ["changed", "removed", "added"])
    XCTAssertEqual(words(page, .strikethrough), ["brown"])
    XCTAssertEqual(words(page, .strong), ["red"])
    XCTAssertTrue(words(page, .removed).contains("brown"))
    XCTAssertTrue(words(page, .added).contains("red"))
    XCTAssertTrue(
      page.text.text.contains(
        "± The quick brown red fox jumps over the lazy dog, again and again."))
    XCTAssertTrue(words(page, .removed).contains { $0.hasPrefix("− Foxes of old") })
    // A figure keeps its lines.
    XCTAssertTrue(words(page, .added).contains("+ | fox | -> | dog |"), page.text.text)
  }

  func testWhatIsTheSameIsFoldedAndOpened() throws {
    let comparison = try Self.comparison()
    let page = DifferencePage(comparison, open: [])
    XCTAssertTrue(
      page.text.text.contains("▸ 2 sections unchanged: 2  Same, 3  Also the Same"),
      page.text.text)
    XCTAssertFalse(page.text.text.contains("Nothing in this section"))
    let link = try XCTUnwrap(words(page, .link("fold:1")).first)
    XCTAssertTrue(link.hasPrefix("▸"))
    let opened = DifferencePage(comparison, open: [1])
    XCTAssertTrue(opened.text.text.contains("▾ 2 sections unchanged"))
    XCTAssertTrue(opened.text.text.contains("Nothing in this section is different"))
    XCTAssertEqual(opened.stops.count, page.stops.count)
    XCTAssertEqual(Set(opened.starts).count, comparison.fates.count)
  }

  func testStopsAreWhereDifferencesBegin() throws {
    let page = DifferencePage(try Self.comparison(), open: [])
    let scalars = Array(page.text.text.unicodeScalars)
    XCTAssertEqual(page.stops, page.stops.sorted())
    XCTAssertEqual(page.stops.map { String(scalars[$0]) }, ["±", "+", "−", "+"])
    XCTAssertNil(page.stop(at: 0))
    for (position, stop) in page.stops.enumerated() {
      XCTAssertEqual(page.stop(at: stop), position)
      XCTAssertEqual(page.stop(at: stop - 1), position > 0 ? position - 1 : nil)
    }
  }

  func testAllOfItIsCopiedWithSigns() throws {
    let text = try Self.comparison().plainText
    XCTAssertTrue(text.hasPrefix("--- RFC 1\n+++ RFC 2\n"), text)
    XCTAssertTrue(text.contains("- The quick brown fox"), text)
    XCTAssertTrue(text.contains("+ The quick red fox"), text)
  }

  func testADocumentIsTheSameAsItself() throws {
    let document = RFCDocument(Array(Self.old.utf8))
    let comparison = try XCTUnwrap(Comparison(from: document, to: document, (1, 1)) { _ in true })
    let page = DifferencePage(comparison, open: [])
    XCTAssertTrue(page.stops.isEmpty)
    XCTAssertTrue(page.text.text.contains("Nothing is different"), page.text.text)
  }

  func testLinksAreReadAsTheyAreWritten() {
    for link in [DifferencePage.Link.fold(3), .section(number: 9110, place: 12_345)] {
      XCTAssertEqual(DifferencePage.Link(link.target), link)
    }
    for target in ["", "fold:", "fold:1:2", "section:1", "9110", "fold:x"] {
      XCTAssertNil(DifferencePage.Link(target), target)
    }
  }

  func testALineageIsInTheOrderOfTimeWithAnArcForEachRelation() throws {
    func entry(_ number: Int, _ year: Int, obsoletes: [Int] = [], updates: [Int] = []) -> RFCEntry {
      RFCEntry(
        number: number, title: "Title <\(number)>", date: RFCDate(year: year),
        obsoletes: obsoletes.map { DocumentReference(number: $0) },
        obsoletedBy: [1, 2].contains(number) ? [DocumentReference(number: 3)] : [],
        updates: updates.map { DocumentReference(number: $0) })
    }
    let index = RFCIndex(entries: [
      entry(1, 1981), entry(2, 1990, updates: [1]), entry(3, 2001, obsoletes: [1, 2]),
      entry(4, 2010),
    ])
    let graph = LineageGraph(of: 2, in: index)
    XCTAssertEqual(graph.documents.map(\.number), [3, 2, 1])
    XCTAssertEqual(graph.subject, 1)
    XCTAssertEqual(graph.documents.map(\.isObsolete), [false, true, true])
    XCTAssertEqual(
      graph.edges,
      [
        .init(newer: 0, older: 1, isUpdate: false), .init(newer: 0, older: 2, isUpdate: false),
        .init(newer: 1, older: 2, isUpdate: true),
      ])
    let picture = LineagePicture(graph: graph, width: 600)
    XCTAssertEqual(picture.label(0), "RFC 3 · 2001, Title <3>; replaces 2, 1")
    XCTAssertTrue(picture.svg.contains("Title &lt;3&gt;"))
    XCTAssertEqual(picture.svg.components(separatedBy: "<circle").count, 4)
    XCTAssertEqual(LineageGraph(of: 77, in: index).documents.map(\.number), [77])
  }
}
