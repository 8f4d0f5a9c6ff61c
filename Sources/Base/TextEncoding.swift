/// An encoding of text, by its name on the web.
///
/// ```swift
/// var format = DelimitedFormat.csv
/// format.encoding = .shiftJIS
/// let other = TextEncoding(label: "latin1")  // windows-1252, as browsers read it
/// ```
///
/// - Source: WHATWG, "Encoding", 4.2 (<https://encoding.spec.whatwg.org/#names-and-labels>).
public struct TextEncoding: Hashable, Sendable {
  /// Its name, as in `shift_jis`.
  public let name: String
  /// Its name in the C library's `iconv`.
  package let iconv: String

  /// The encoding of new text.
  public static let utf8 = TextEncoding(name: "utf-8", iconv: "UTF-8")
  /// UTF-16 with the lower byte in front, which programs of Windows call Unicode.
  public static let utf16LittleEndian = TextEncoding(name: "utf-16le", iconv: "UTF-16LE")
  /// UTF-16 with the higher byte in front.
  public static let utf16BigEndian = TextEncoding(name: "utf-16be", iconv: "UTF-16BE")
  /// Western European, which has Latin-1 and ASCII in it.
  public static let windows1252 = TextEncoding(name: "windows-1252", iconv: "CP1252")
  /// Japanese, as Excel and other programs of Windows write it.
  public static let shiftJIS = TextEncoding(name: "shift_jis", iconv: "CP932")
  /// Japanese, as older programs of Unix write it.
  public static let eucJP = TextEncoding(name: "euc-jp", iconv: "EUC-JP")

  private init(name: String, iconv: String) { (self.name, self.iconv) = (name, iconv) }

  /// Makes the encoding with one of its labels on the web, in any case; nil for one that is not known.
  ///
  /// Only these are looked up: `iconv` has hundreds more, and converters of the rarest have had bugs.
  public init?(label: String) {
    let label = String(label.lowercased().filter { !"-_ ".contains($0) })
    switch label {
    case "utf8", "unicode11utf8", "xunicode20utf8": self = .utf8
    case "utf16", "utf16le", "ucs2": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    case "usascii", "ascii", "iso88591", "latin1", "l1", "windows1252", "cp1252", "xcp1252":
      self = .windows1252
    case "shiftjis", "sjis", "xsjis", "windows31j", "mskanji", "cp932": self = .shiftJIS
    case "eucjp", "xeucjp": self = .eucJP
    default:
      guard let iconv = Self.others[label] else { return nil }
      self.init(name: iconv.lowercased(), iconv: iconv)
    }
  }

  private static let others: [String: String] = {
    var names = [
      "latin2": "ISO-8859-2", "latin5": "CP1254", "iso88599": "CP1254", "koi8r": "KOI8-R",
      "koi8": "KOI8-R", "koi8u": "KOI8-U", "macintosh": "MACINTOSH", "ibm866": "CP866",
      "cp866": "CP866", "windows874": "CP874", "tis620": "CP874", "iso885911": "CP874",
      "gb2312": "GBK", "gbk": "GBK", "xgbk": "GBK", "gb18030": "GB18030", "big5": "BIG5-HKSCS",
      "big5hkscs": "BIG5-HKSCS", "iso2022jp": "ISO-2022-JP", "euckr": "UHC",
      "ksc56011987": "UHC", "windows949": "UHC", "cp949": "UHC",
    ]
    for part in [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16] {
      names["iso8859\(part)"] = "ISO-8859-\(part)"
    }
    for page in [1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258] {
      names["windows\(page)"] = "CP\(page)"
      names["cp\(page)"] = "CP\(page)"
    }
    return names
  }()
}
