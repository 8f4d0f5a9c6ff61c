/// Where a text stops being JSON, for those who decode it by other means.
package enum JSONSyntax {
  /// What keeps a text in UTF-8 from being one JSON value (RFC 8259), and before which byte; nil when
  /// nothing does.
  package static func complaint(
    about text: UnsafeBufferPointer<UInt8>
  ) -> (offset: Int, reason: String)? {
    JSONScanner.complaint(about: text).map { ($0.offset, $0.reason) }
  }
}
