import HikidashiCommands
import RFCKit

/// The filters of `rfcviewer list` and `search`, which are those of the window's search field.
enum SearchFilters {
  static var help: String {
    tr(
      """
      Filters stand among the words: status:standard, author:postel, title:tcp, year:1999,
      year:2020.., obsolete:no, is:here, and, where the library has rfc-index.xml, stream:ietf,
      area:rtg, wg:quic, keyword:dns. “a OR b” is either, and “-word”, behind “--”, leaves out.
      """)
  }

  /// - Throws: `CommandMisuse` where a filter cannot be understood.
  static func found(
    _ text: String, _ entries: [RFCEntry], _ library: RFCLibrary
  ) throws -> RFCSearch.Found {
    let search = RFCSearch(
      entries, details: library.details(), marks: RFCMarks(here: library.documentNumbers()))
    do { return try search.found(checking: text) } catch { throw CommandMisuse("\(error)") }
  }
}
