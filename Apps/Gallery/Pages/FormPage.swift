import FoundationEssentials
import Hikidashi

enum FormPage: GalleryPage {
  static let title = tr("Forms")
  static let summary = tr(
    """
    Fill it in, then Save or Enter: what is wrong is said, and gets the focus.
    """)
  static let file = #filePath

  static func make() -> Part {
    let saved = Label("").styleClass("dim-label")
    let name = TextEntry("_Name", rules: [.required, .length(2...40)])
    let mail = TextEntry("_E-mail", rules: [.pattern(/.+@.+\..+/, "must be like name@example.org")])
    let from = DateEntry("_From", rules: [.required])
    let to = DateEntry("_To", rules: [.required])
    let guests = NumberEntry("_Guests", value: 1, in: 1...6)
    let beds = NumberEntry("_Beds", value: 1, in: 1...6)
    let form = Form {
      FormGroup("Who") { [name, mail] }
      FormGroup("Stay") {
        [from, to]
        guests
        beds
      }
      CheckBox("_I have read the terms", rules: [.check("must be checked") { $0 }])
    }
    .check("must be after the first day", at: to, reading: from, to) {
      (from.value ?? .distantPast) < (to.value ?? .distantFuture)
    }
    .check("two guests at most share a bed", reading: guests, beds) {
      (guests.value ?? 0) <= 2 * (beds.value ?? 0)
    }
    form.onApply = { saved.text = "Saved for \(name.value)" }
    return Clamp {
      form
      form.buttons(apply: "_Save", revert: "_Discard")
      saved
    }.margin(24)
  }
}
