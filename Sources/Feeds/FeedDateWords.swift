internal import HikidashiBase

/// The words of dates: months, days of the week, halves of the day and zones, in the languages of feeds.
///
/// - Source: CLDR 44 for names; RFC 2822 4.3 and the tz database for zones.
enum FeedDateWords {
  /// A half of the day, of clocks with twelve hours.
  enum Half {
    case morning, afternoon

    /// The hour of the day; nil for one that such a clock does not have.
    func hour(_ hour: Int) -> Int? {
      switch (self, hour) {
      case (.morning, 12): 0
      case (.morning, 0...11), (.afternoon, 12...23): hour
      case (.afternoon, 0...11): hour + 12
      default: nil
      }
    }
  }

  /// The unit of a number, by the sign behind it.
  enum Unit { case year, month, day, hour, minute, second }

  /// The text with common blanks in place of those that do not break and those of other widths.
  static func withPlainBlanks(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{200E}", "\u{200F}": break
      case "\u{2212}", "\u{2013}": plain.append("-")
      case _ where !scalar.isASCII && scalar.properties.isWhitespace: plain.append(" ")
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }

  // MARK: - English

  /// The month of three letters of English, negative for a day of the week; nil for other words.
  static func english(_ word: Substring.UTF8View) -> Int? {
    let letters = letters(word)
    if let place = shortMonths.firstIndex(of: letters) { return place + 1 }
    return shortDays.contains(letters) ? -1 : nil
  }

  /// Three letters as a number, as making a text of each word takes longer than all else.
  private static func letters(_ word: some Sequence<UInt8>) -> UInt32 {
    word.prefix(3).reduce(0) { $0 << 8 | UInt32($1 < 0x80 ? $1 | 0x20 : $1) }
  }

  /// Whether a word is one of the zones that nearly all feeds have: `GMT`, `UTC` and `Z`.
  static func isGreenwich(_ word: Substring.UTF8View) -> Bool {
    switch word.count {
    case 1: word.first == UInt8(ascii: "Z") || word.first == UInt8(ascii: "z")
    case 3: greenwich.contains(letters(word))
    default: false
    }
  }

  private static let greenwich = ["gmt", "utc"].map { letters($0.utf8) }
  private static let shortMonths = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { letters($0.utf8) }
  private static let shortDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    .map { letters($0.utf8) }

  // MARK: - Names

  /// Months by their names and what these are cut to.
  static let months: [String: Int] = {
    var months: [String: Int] = [:]
    for (place, names) in [
      "jan january januar januari janv janvier jän jänner ene enero gen gennaio janeiro"
        + " sty stycznia styczeń янв января январь",
      "feb february februar februari febr févr février fév feb febrero febbraio fev"
        + " fevereiro lut lutego luty фев февр февраля февраль",
      "mar march mars mär märz mrz marzo março mrt maart marca marzec мар марта март",
      "apr april avr avril abr abril aprile kwi kwietnia kwiecień апр апреля апрель",
      "may mai mayo mag maggio maio mei maj maja мая май",
      "jun june juni juin junio giu giugno junho cze czerwca czerwiec июн июня июнь",
      "jul july juli juil juillet julio lug luglio julho lip lipca lipiec июл июля июль",
      "aug august août aout ago agosto augusti augustus sie sierpnia sierpień авг августа август",
      "sep sept september septembre septiembre setiembre set settembre setembro wrz"
        + " września wrzesień сен сент сентября сентябрь",
      "oct october octobre octubre okt oktober ott ottobre out outubro paź października"
        + " październik окт октября октябрь",
      "nov november novembre noviembre novembro lis listopada listopad ноя нояб ноября ноябрь",
      "dec december déc décembre dez dezember dic diciembre dicembre dezembro des gru"
        + " grudnia grudzień дек декабря декабрь",
    ].enumerated() {
      for name in names.split(separator: " ") { months[String(name)] = place + 1 }
    }
    return months
  }()

  /// Days of the week, which say nothing that the date does not say.
  static let weekdays: Set<String> = words(
    "monday tuesday wednesday thursday friday saturday sunday tues wednes weds thur thurs",
    "mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
    "lun mar mer jeu ven sam dim lundi mardi mercredi jeudi vendredi samedi dimanche",
    "mié mie jue vie sáb sab dom lunes martes miércoles miercoles jueves viernes sábado"
      + " sabado domingo",
    "gio lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "seg ter qua qui sex segunda terça quarta quinta sexta feira",
    "ma wo vr za zo maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "mån tis ons tor tors fre lör sön måndag tisdag onsdag torsdag fredag lördag söndag",
    "pon pn wt śr czw cz pt pią sob ndz nd nie poniedziałek wtorek środa czwartek piątek"
      + " sobota niedziela",
    "пн вт ср чт пт сб вс понедельник вторник среда четверг пятница суббота воскресенье")

  /// Words between the parts of a date.
  static let fillers: Set<String> = words(
    "of at on the t um uhr den der am de del la las a à às le les à ore alle il om o kl klo h uur",
    "r roku g godz г года в и часов")

  private static func words(_ texts: String...) -> Set<String> {
    Set(texts.flatMap { $0.split(separator: " ").map(String.init) })
  }

  /// Whether a word is a day of the week of a language whose letters are not those of Europe.
  static func isWeekday(_ word: String) -> Bool { word.hasSuffix("曜") || word.hasSuffix("曜日") }

  static let halves: [String: Half] = [
    "am": .morning, "pm": .afternoon, "noon": .afternoon, "midnight": .morning,
    "vorm": .morning, "nachm": .afternoon,
  ]

  /// Whether a text begins with a half of the day, after blanks.
  static func isHalf(_ text: Substring.UTF8View) -> Bool {
    let letters = text.drop(while: FeedText.isBlank).prefix(4)
      .filter { $0 != UInt8(ascii: ".") && !FeedText.isBlank($0) }.prefix(2).map { $0 | 0x20 }
    return letters == Array("am".utf8) || letters == Array("pm".utf8)
  }

  static func isOrdinal(_ word: Substring.UTF8View) -> Bool {
    ["st", "nd", "rd", "th", "er", "re", "e", "ste", "de", "º", "ª", "°", ":a", ":e"]
      .contains { word.elementsEqual($0.utf8) }
  }

  // MARK: - East Asia

  /// The unit that a text begins with, and its length in bytes.
  static func unit(_ text: Substring.UTF8View) -> (kind: Unit, length: Int)? {
    units.first { text.starts(with: $0.sign.utf8) }.map { ($0.unit, $0.sign.utf8.count) }
  }

  private static let units: [(sign: String, unit: Unit)] = [
    ("年", .year), ("년", .year), ("月", .month), ("월", .month), ("日", .day), ("일", .day),
    ("号", .day), ("號", .day), ("時", .hour), ("时", .hour), ("시", .hour), ("点", .hour),
    ("點", .hour), ("分", .minute), ("분", .minute), ("秒", .second), ("초", .second),
  ]

  /// A half of the day or a day of the week that a text begins with, and its length in bytes.
  static func sign(_ text: Substring.UTF8View) -> (half: Half?, length: Int)? {
    for (sign, half) in halfSigns where text.starts(with: sign.utf8) {
      return (half, sign.utf8.count)
    }
    for start in ["星期", "礼拜", "禮拜", "週", "周"] where text.starts(with: start.utf8) {
      // And one sign for the day.
      return (nil, start.utf8.count + 3)
    }
    for (days, ends) in [("月火水木金土日", ["曜日", "曜"]), ("월화수목금토일", ["요일"])] {
      for day in days where text.starts(with: String(day).utf8) {
        let behind = text.dropFirst(3)
        let end = ends.first { behind.starts(with: $0.utf8) }
        return end.map { (nil, 3 + $0.utf8.count) }
      }
    }
    return nil
  }

  private static let halfSigns: [(String, Half)] = [
    ("午前", .morning), ("上午", .morning), ("오전", .morning), ("早上", .morning),
    ("凌晨", .morning), ("午後", .afternoon), ("下午", .afternoon), ("오후", .afternoon),
    ("晚上", .afternoon), ("中午", .afternoon),
  ]

  // MARK: - Zones

  /// Minutes east of Greenwich. Of names with several meanings, such as `IST`, `CST` and `BST`, that which feeds
  /// mean most: India, the United States, Britain.
  static let zones: [String: Int] = [
    "ut": 0, "utc": 0, "gmt": 0, "z": 0, "uct": 0, "wet": 0, "west": 60, "bst": 60, "cet": 60,
    "cest": 120, "mez": 60, "mesz": 120, "met": 60, "mest": 120, "eet": 120, "eest": 180,
    "msk": 180, "msd": 240, "trt": 180, "wat": 60, "cat": 120, "sast": 120, "eat": 180,
    "gst": 240, "pkt": 300, "ist": 330, "npt": 345, "ict": 420, "wib": 420, "hkt": 480,
    "sgt": 480, "pht": 480, "awst": 480, "jst": 540, "kst": 540, "acst": 570, "acdt": 630,
    "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780, "est": -300, "edt": -240, "cst": -360,
    "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420, "akst": -540, "akdt": -480,
    "hst": -600, "ast": -240, "adt": -180, "nst": -210, "ndt": -150, "brt": -180, "brst": -120,
    "art": -180, "clt": -240, "clst": -180, "cot": -300, "pet": -300, "vet": -240,
  ]

  /// Zones of the United States that have summer time as they do.
  static let american: [String: Int] = ["et": -300, "ct": -360, "mt": -420, "pt": -480]

  /// Whether clocks in the United States show summer time.
  ///
  /// - Source: Energy Policy Act of 2005; Uniform Time Act as of 1986.
  static func isAmericanSummer(_ date: CivilDate, hour: Int) -> Bool {
    let isNew = date.year >= 2007
    let start = isNew ? sunday(2, date.year, 3) : sunday(1, date.year, 4)
    let end = isNew ? sunday(1, date.year, 11) : sunday(1, date.year, 11) - 7
    let time = date.daysSince1970 * 24 + hour
    return time >= start * 24 + 2 && time < end * 24 + 2
  }

  /// The days since 1970 of a Sunday of a month.
  private static func sunday(_ count: Int, _ year: Int, _ month: Int) -> Int {
    let first = CivilDate(year, month, 1).daysSince1970
    // The first day of 1970 was a Thursday.
    return first + (7 - (first + 4 + 7 * 100_000) % 7) % 7 + (count - 1) * 7
  }
}
