/// A check of a form that looks at several inputs, and how it stands.
@MainActor
struct FormCheck {
  let complaint: String
  /// Where the complaint is shown; nil is below the form.
  let target: AnyInput?
  /// The first input that is looked at, to which the focus goes when there is no target.
  let firstRead: AnyInput?
  let isFulfilled: @MainActor () -> Bool
  var isFailing = false
  /// A complaint is kept back until something it reads was changed, or is to be applied.
  var isShown = false
}
