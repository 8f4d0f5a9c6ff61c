internal import Hikidashi
internal import RFCKit

/// Where a link in a text or beside it leads; its ``target`` is what widgets know of it.
enum ReaderLink: Hashable {
  case rfc(Int, section: String? = nil)
  case series(DocumentReference)
  /// A section of the same text, by its position in the layout.
  case section(Int)
  /// An entry of the list of references.
  case listed(Int)
  case page(Int)
  /// An address of the web or of e-mail.
  case address(String)

  init(_ target: RFCLink.Target) {
    self =
      switch target {
      case .rfc(let number, let section): .rfc(number, section: section)
      case .document(let reference): .series(reference)
      case .section(let position): .section(position)
      case .listed(let position): .listed(position)
      case .page(let position): .page(position)
      case .address(let address): .address(address)
      case .mail(let address): .address("mailto:" + address)
      }
  }

  /// Reads what ``target`` says.
  init?(_ target: String) {
    if let number = Int(target) {
      self = .rfc(number)
      return
    }
    let parts = target.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch (parts[0], Int(parts[1])) {
    case ("section", let position?): self = .section(position)
    case ("listed", let position?): self = .listed(position)
    case ("page", let position?): self = .page(position)
    case ("address", _): self = .address(parts[1])
    case (let series, let number?):
      self = .series(DocumentReference(series: series, number: number))
    case (let number, nil):
      guard let number = Int(number) else { return nil }
      self = .rfc(number, section: parts[1].replacing("§", with: ""))
    }
  }

  var target: String {
    switch self {
    case .rfc(let number, nil): String(number)
    case .rfc(let number, let section?): "\(number) §\(section)"
    case .series(let reference): reference.description
    case .section(let position): "section \(position)"
    case .listed(let position): "listed \(position)"
    case .page(let position): "page \(position)"
    case .address(let address): "address \(address)"
    }
  }
}
