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
      return tr("It has not been fetched yet. Start without “--offline” to fetch it.")
    }
    return tr("To read it, put rfc{}.txt into {}.", number, directory)
  }
}
