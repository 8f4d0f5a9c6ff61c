import HikidashiLocalization

private let texts = Texts(["en": PackageResources.en_po, "ja": PackageResources.ja_po])

/// Returns a message of Timeline in the reader's language: `Texts.tr`.
public let tr = texts.tr
/// Returns a message of Timeline for a number of things: `Texts.trn`.
public let trn = texts.trn
