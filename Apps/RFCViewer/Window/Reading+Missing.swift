internal import Hikidashi
internal import RFCKit

extension Reading {
  /// Why a document is not here, in a sentence.
  func whyMissing(_ number: Int) -> String {
    guard let entry = index[number] else {
      return tr("The index of this library has no RFC {}.", number)
    }
    guard entry.isIssued else { return tr("This number was never issued.") }
    guard !library.isKept, let directory = library.directory else {
      return tr("Not downloaded. RFC Viewer is in offline mode.")
    }
    return tr("To read it, put rfc{}.txt into {}.", number, directory)
  }

  /// Says why a document is not here, and what can be done.
  func showMissing(_ place: Place) {
    let absence = index[place.number]?.absence
    guard case .notAsText(_, let formats)? = absence else {
      let title =
        absence == nil && index[place.number] != nil && place.number > 0
        ? tr("RFC {} isn’t on this computer", place.number) : name(of: place.number)
      return showMessage(whyMissing(place.number), title: title, of: place)
    }
    let names = formats.joined(separator: ", ")
    let page = absence?.page.map { "\($0)" }
    showMessage(
      tr("It was published only as {}.", names), title: name(of: place.number), of: place,
      remedy: Button(tr("Open {} in Browser", names)) {
        if let page { try await Desktop.open(link: page) }
      })
  }
}
