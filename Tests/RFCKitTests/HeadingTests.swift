import RFCKit
import Testing

@Suite struct HeadingTests {
  func headings(_ text: String) -> [String] {
    RFCDocument(Array(text.utf8)).layout().headings.map {
      "\($0.level) \($0.number ?? "-") \($0.title)"
    }
  }

  @Test func findsSections() {
    let text = """
      Abstract

         Words.

      Table of Contents

         1.  Introduction
         2.  More ............ 3

      1.  Introduction

         Words.

      1.1  Why

      2. "Quoted"

      A.1.  Inside an Appendix

      Appendix B.  More of it

      Appendix C

      Author's Address:
      """
    #expect(
      headings(text)
        == [
          "1 - Abstract", "1 - Table of Contents", "1 1 Introduction", "2 1.1 Why",
          "1 2 \"Quoted\"", "2 A.1 Inside an Appendix", "1 Appendix B More of it",
          "1 Appendix C Appendix C", "1 - Author's Address",
        ])
  }

  @Test func joinsHeadingsOfSeveralLines() {
    #expect(
      headings("4.3.  Long words and re-\n      opened\n\n   text")
        == ["2 4.3 Long words and re-opened"])
  }

  /// RFC 5661 goes eight deep; lines of other documents may be longer than a page's.
  @Test func findsDeepAndLongHeadings() {
    let long = String(repeating: "Überlänge ", count: 9) + "of names"
    #expect(
      headings("2.2.1.1.1.2.1.1.  Algorithms\n\ntext\n\n3.  \(long)\n\ntext")
        == ["8 2.2.1.1.1.2.1.1 Algorithms", "1 3 \(long)"])
  }

  @Test func takesTheHeadingBeforeAWideGap() {
    #expect(headings("1. MUST   This word means that\n   something.\n\nx") == ["1 1 MUST"])
  }

  @Test(
    arguments: [
      "text\n1. not after a gap", "1.  Introduction ..... 5", "1.  Introduction      5",
      "1. a list\n2. of things", "1. a paragraph\nthat goes on", "123. Too high", "1.2",
      "1. 5 apples", ".1 x", "1..2 x", "A. Alone", "1.2.3.4.5.6.7.8.9.1 deep",
      "1. one\n   two\n   three\n   four",
    ])
  func findsNothing(in text: String) {
    #expect(headings(text + "\n\n2. Known").dropLast().isEmpty)
  }

  @Test func findsIndentedSectionsInOldDocuments() {
    #expect(
      headings("   1.  PURPOSE\n\n   text\n\n    2. SCOPE\n") == ["1 1 PURPOSE", "1 2 SCOPE"])
  }

  @Test func leavesPagesOut() {
    let text = "1.  One\n\ntext\n\nDoe   [Page 1]\n\u{C}\nRFC 9   Book   May\n\n2.  Two\n"
    #expect(headings(text) == ["1 1 One", "1 2 Two"])
  }
}

extension HeadingTests {
  @Test func itemsThatAreSentencesAreNone() {
    #expect(
      headings("1. One\n\n2. This item of a list is a sentence that has an end.\n\n2. Two\n")
        == ["1 1 One", "1 2 Two"])
  }

  @Test func anAppendixHasItsTitleInTheNextLine() {
    #expect(
      headings(
        "1. One\n\nAPPENDIX A\n\n     The Grammar\n\n   text\n\nAPPENDIX B\n\n   This is text.\n")
        == ["1 1 One", "1 APPENDIX A The Grammar", "1 APPENDIX B APPENDIX B"])
  }

  @Test func sectionsThatAreSetInComeInTheirOrder() {
    let text = """
      1.  One

         1.1.  First

         text

         1.2.  Second

         1.4.  No item of it

         2.1.  Nor this

      2.  Two

         2.1.  Third

         2.1.1  Fourth
      """
    #expect(
      headings(text) == [
        "1 1 One", "2 1.1 First", "2 1.2 Second", "1 2 Two", "2 2.1 Third", "3 2.1.1 Fourth",
      ])
  }

  @Test func titlesStandAtTheMarginWhereNothingHasANumber() {
    let body = String(repeating: "   Text that is set in.\n", count: 50)
    let text =
      "Doe   RFC 9\n\n   A Title\n\nOverview\n\n" + body + "\nThe \"Port\" field\n\n" + body
      + "\nA sentence at the margin.\n\n" + body
    #expect(headings(text) == ["1 - Overview", "1 - The \"Port\" field"])
  }

  @Test func noHeadingLiesWithinAnother() {
    let text = """
      Contents

        1. One thing .... 1
        2. Two things ... 1
        3. Three ........ 2

      1. One thing
         2. Two things

      3. Three
      """
    #expect(headings(text).contains { $0.hasPrefix("1 1 One thing") })
    let found = RFCDocument(Array(text.utf8)).layout().headings
    for (one, next) in zip(found, found.dropFirst()) {
      #expect(one.span.bytes.upperBound <= next.span.bytes.lowerBound)
    }
  }

  /// RFC 2744 prints the numbers of two of its sections so.
  @Test func aTitleMayHangOnItsNumber() {
    let text = """
      Contents

         1.     One ....... 1
         1.9.   first ..... 1
         1.10.  do_it ..... 1
         2.     Two ....... 2
         A.     More ...... 2

      1.  One

      1.9.  first

      1.10.do_it

      1.11.not_listed

      2.Two

      2.1.x

      1.5mm is a width

      2.0beta is a version

      3.Item of a list

      Appendix A.More

      A.1.Less
      """
    #expect(
      headings(text) == [
        "1 - Contents", "1 1 One", "2 1.9 first", "2 1.10 do_it", "2 1.11 not_listed", "1 2 Two",
        "1 Appendix A More", "2 A.1 Less",
      ])
  }

  @Test(arguments: [
    "1       begin x;", "2  while (1) {", "3       if (a) {", "12      }", "4  end };",
  ])
  func numberedLinesOfProgramsAreNoHeadings(line: String) {
    #expect(headings("1.  One\n\n   Text.\n\n\(line)\n\n   Text.\n") == ["1 1 One"])
  }
}
