import HikidashiLocalization

// Files that speak name the types of HikidashiBase that they use, and do not import the whole of it: its own
// `tr` knows the messages of the toolkit alone.

private let texts = Texts(["en": PackageResources.en_po, "ja": PackageResources.ja_po])

/// Returns a message of RFC Viewer in the reader's language: ``Texts/tr(_:_:)``.
package let tr = texts.tr
/// Returns a message of RFC Viewer for a number of things: ``Texts/trn(_:_:_:_:)``.
package let trn = texts.trn
