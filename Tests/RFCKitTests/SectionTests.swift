import RFCKit
import Testing

@Suite struct SectionTests {
  private static let text = """
    Abstract

       First.

    1.  Introduction

       Words.

    1.1.  Why (and how)

       Because.

    1.2.  Else

    2.  Security Considerations

       None.

    Appendix A.  More

    A.1.  Of it

       End.
    """
  private let layout = RFCDocument(Array(text.utf8)).layout()

  private func words(_ name: String) -> String? {
    layout.section(name).map { section in
      String(decoding: Array(Self.text.utf8)[section.span.bytes], as: UTF8.self)
    }
  }

  @Test func aSectionGoesToTheNextThatIsNotBelowIt() {
    #expect(words("1")?.hasPrefix("1.  Introduction") == true)
    #expect(words("1")?.hasSuffix("1.2.  Else\n") == true)
    #expect(words("1.1") == "1.1.  Why (and how)\n\n   Because.\n")
    #expect(words("Appendix A")?.hasSuffix("   End.") == true)
    #expect(layout.sections.map(\.parent) == [nil, nil, 1, 1, nil, nil, 5])
    #expect(layout.sections.map(\.heading) == layout.headings)
  }

  @Test(
    arguments: [
      ("1.2", "Else"), ("1.2.", "Else"), ("Section 1.2", "Else"), ("§1.2", "Else"),
      ("sec. 1.2", "Else"), ("A", "More"), ("appendix a", "More"), ("a.1", "Of it"),
      ("Appendix A.1", "Of it"), ("why and how", "Why (and how)"),
      ("security", "Security Considerations"),
      ("considerations", "Security Considerations"), ("abstract", "Abstract"),
    ])
  func isFound(name: String, title: String) {
    #expect(layout.section(name)?.heading.title == title)
  }

  @Test(arguments: ["3", "1.3", "B", "", " ", "nothing", "1.1.1"])
  func isNotFound(name: String) {
    #expect(layout.section(name) == nil)
  }

  @Test func knowsTheSectionOfAPlace() {
    let text = Array(Self.text.utf8)
    for (position, section) in layout.sections.enumerated() {
      #expect(layout.section(atByte: section.heading.span.bytes.lowerBound) == position)
    }
    #expect(layout.section(atByte: text.count) == layout.sections.count - 1)
    #expect(RFCDocument([]).layout().section(atByte: 0) == nil)
  }

  @Test func contentsTellWhichNumbersAreHeadings() {
    let text = """
      Contents

         1. First ..... 1
         2. 100 Continue ..... 2
         3. Third thing ..... 3
         4. Without number .... 3

             1. First

      7. A list that is none

      2. 100 Continue
      text goes on at once

      3. Third thing

      3. An item that looks like it

      Without number

         text
      """
    #expect(
      RFCDocument(Array(text.utf8)).layout().headings.compactMap { heading in
        heading.number.map { "\($0) \(heading.title)" }
      } == ["1 First", "2 100 Continue", "3 Third thing", "4 Without number"])
  }
}
