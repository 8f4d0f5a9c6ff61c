internal import Hikidashi
internal import RFCKit

/// What the window asks and tells in dialogs.
extension ViewerWindow {
  /// Asks for the number of an RFC and opens it.
  func openByNumber() async {
    let rule = InputRule<String>.check(tr("must be the number of an RFC, such as 9110")) {
      RFCEntry.number($0) != nil
    }
    let prompt = Prompt(tr("Open RFC"), accept: tr("_Open")) {
      TextEntry(tr("_Number"), rules: [rule])
    }
    guard let window, let text = try? await window.present(prompt),
      let number = RFCEntry.number(text)
    else { return }
    reading.read(number)
  }

  /// Asks for a section or a page and goes there.
  func goToPlace() async {
    guard let window, let shown = pane.shown else { return }
    let rule = InputRule<String>.check(
      tr("must be a section or a page of this document, such as 4.2 or page 12")
    ) {
      shown.place(named: $0) != nil
    }
    let prompt = Prompt(tr("Go to Section or Page"), accept: tr("_Go")) {
      TextEntry(tr("_Section or page"), rules: [rule])
    }
    guard let text = try? await window.present(prompt), let place = shown.place(named: text) else {
      return
    }
    reading.go(to: place)
  }

  /// Asks for a file and writes the document into it.
  func savePDF() async throws {
    guard let window, let number = reading.number else { return }
    let name = number > 0 ? "rfc\(number).pdf" : "guide.pdf"
    guard let path = try? await window.present(FileSave(tr("Save as PDF"), name: name)) else {
      return
    }
    try savePDF(to: path)
  }

  /// Writes the document into a file, with its sections as the outline.
  func savePDF(to path: String) throws { try pane.reader.savePDF(to: path, title: reading.title) }
}
