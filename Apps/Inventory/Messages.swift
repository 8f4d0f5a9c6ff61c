import Hikidashi

private let texts = Texts(["ja": PackageResources.ja_po])
let (tr, trn) = (texts.tr, texts.trn)
