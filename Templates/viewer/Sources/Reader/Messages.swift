import Hikidashi

/// The app's texts in the reader's language: `make translations` gathers them into `po/`.
private let texts = Texts(["ja": PackageResources.ja_po])
let tr = texts.tr
