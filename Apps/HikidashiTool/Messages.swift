import Hikidashi

private let texts = Texts(["ja": PackageResources.ja_po])
let tr = texts.tr
let trn = texts.trn
