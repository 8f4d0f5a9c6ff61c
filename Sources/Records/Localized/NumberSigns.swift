internal import CHikidashiICU

/// The signs that a language writes numbers with, and the sizes of its groups.
struct NumberSigns: Sendable {
  private(set) var decimal: UInt32 = 0x2E
  private(set) var group: UInt32 = 0x2C
  private(set) var minus: UInt32 = 0x2D
  private(set) var zero: UInt32 = 0x30
  /// The digits of the last group, and of the others; 0 where the language has none.
  private(set) var lastGroup = 3
  private(set) var otherGroups = 3
  /// Whether the Arabic signs are as good as these.
  var takesArabic = false

  init(decimal: Unicode.Scalar, group: Unicode.Scalar, otherGroups: Int = 3) {
    self.decimal = decimal.value
    self.group = group.value
    self.otherGroups = otherGroups
  }

  /// The signs of a language, for its own digits or for those from 0 to 9; nil where ICU fails.
  init?(locale: String, isLatin: Bool) {
    var found = hk_number_signs()
    guard hk_find_number_signs(locale, isLatin, &found) else { return nil }
    decimal = found.decimal
    group = found.group
    minus = found.minus
    zero = found.zero
    lastGroup = Int(found.last_group)
    otherGroups = found.other_groups > 0 ? Int(found.other_groups) : lastGroup
  }

  /// The writing of all languages, by which a text may be what a reader meant.
  static let everywhere = [
    NumberSigns(decimal: ".", group: ","), NumberSigns(decimal: ",", group: "."),
    NumberSigns(decimal: ".", group: ",", otherGroups: 2),
    NumberSigns(decimal: ",", group: " "), NumberSigns(decimal: ".", group: " "),
    NumberSigns(decimal: ",", group: "'"), NumberSigns(decimal: ".", group: "'"),
    NumberSigns(decimal: "٫", group: "٬"),
  ]

  /// Whether digits with that zero are those of Arabic or of Persian.
  static func isArabic(_ zero: UInt32) -> Bool { zero == 0x0660 || zero == 0x06F0 }

  func isDecimal(_ scalar: UInt32) -> Bool {
    scalar == decimal || takesArabic && scalar == 0x066B
  }

  func isGroup(_ scalar: UInt32) -> Bool {
    if takesArabic, scalar == 0x066C { return true }
    guard scalar != group else { return true }
    if Self.isSpace(group) { return Self.isSpace(scalar) }
    return Self.isApostrophe(group) && Self.isApostrophe(scalar)
  }

  func isMinus(_ scalar: UInt32) -> Bool {
    switch scalar {
    case minus, 0x2D, 0x2010...0x2013, 0x2212, 0xFE63: true
    default: false
    }
  }

  /// Spaces that stand between thousands: an ordinary one, one that does not break, narrow ones.
  private static func isSpace(_ scalar: UInt32) -> Bool {
    [0x20, 0xA0, 0x2007, 0x2009, 0x202F].contains(scalar)
  }

  private static func isApostrophe(_ scalar: UInt32) -> Bool {
    [0x27, 0x2BC, 0x2018, 0x2019].contains(scalar)
  }
}
