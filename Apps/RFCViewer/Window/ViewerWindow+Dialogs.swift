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

  /// Asks for a file and writes the document into it.
  func savePDF() async throws {
    guard let window, let number = reading.number else { return }
    let name = number > 0 ? "rfc\(number).pdf" : "guide.pdf"
    guard let path = try? await window.present(FileSave(tr("Save as PDF"), name: name)) else {
      return
    }
    try pane.reader.savePDF(to: path, title: reading.title)
  }

  func showAbout() {
    var about = AboutWindow(
      tr("RFC Viewer"), version: CommandLineTool.version, icon: ViewerApp.id)
    about.comments = tr("A reader for the documents of the Internet, without a network, too.")
    window?.show(about)
  }
}
