import RFCKit

/// Small indexes in the form of their years; the entries are facts from the real ones.
enum IndexSamples {
  static func index(_ entries: String, created: String = "06/10/2002", preamble: String = "")
    -> String
  {
    """


    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

                                 RFC INDEX
                               -------------

    (CREATED ON: \(created).)

    RFC citations appear in this format:

      ####  Title of RFC.  Author 1, Author 2, Author 3.  Issue date.
            (Format: ASCII) (Obsoletes xxx) (Status: ssssss)

    For example:

      1129 Internet Time Synchronization: The Network Time Protocol. D.L.
           Mills. Oct-01-1989. (Format: TXT=298 bytes) (Status: UNKNOWN)
    \(preamble)
                                    RFC INDEX
                                    ---------



    \(entries)

    """
  }

  /// Day and month with hyphens, documents not online, sizes.
  static let year2002 = index(
    """
    0001 Host Software. S. Crocker. Apr-07-1969. (Format: TXT=21088 bytes)
         (Status: UNKNOWN)

    0009 Host software. G. Deloche. May-01-1969. (Not online) (Status:
         UNKNOWN)

    0010 Documentation conventions. S.D. Crocker. Jul-29-1969. (Format:
         TXT=3348 bytes) (Obsoletes RFC0003) (Obsoleted by RFC0016) (Updated
         by RFC0024, RFC0027, RFC0030) (Status: UNKNOWN)

    0012 IMP-Host interface flow diagrams. M. Wingfield. Aug-26-1969.
         (Format: TXT=177, PS=1489750, PDF=1163721 bytes) (Status: UNKNOWN)

    0014 Not Issued.

    3092 Etymology of "Foo". D. Eastlake 3rd, C. Manros, E. Raymond.
         April-01-2001. (Format: TXT=29235 bytes) (Status: INFORMATIONAL)
    """)

  /// Windows line ends, blanks at the ends of lines, a day before the month, DOI.
  static let year2018 = index(
    """
    0748 Telnet randomly-lose option. M.R. Crispin. 1 April 1978. (Format:
         TXT=2741 bytes) (Status: UNKNOWN) (DOI: 10.17487/RFC0748) \u{20}

    2119 Key words for use in RFCs to Indicate Requirement Levels. S.
         Bradner. March 1997. (Format: TXT=4723 bytes) (Updated by RFC8174)
         (Also BCP0014) (Status: BEST CURRENT PRACTICE) (DOI:
         10.17487/RFC2119) \u{20}
    """, created: "11/03/2018"
  ).replacing("\n", with: "\r\n")

  /// No padding, words broken at hyphens, five digits.
  static let year2026 = index(
    """
    14 Not Issued.

    2560 X.509 Internet Public Key Infrastructure Online Certificate Status
         Protocol - OCSP. M. Myers, R. Ankney, A. Malpani, S. Galperin, C.
         Adams. June 1999. (Format: TXT, HTML) (Obsoleted by RFC6960) (Updated
         by RFC6277) (Status: PROPOSED STANDARD) (DOI: 10.17487/RFC2560)

    9999 Made of words that break. R. Bellis. July 2026. (Format: HTML, TXT,
         PDF, XML) (Status: PROPOSED STANDARD) (DOI: 10.17487/RFC9999)

    10027 Best Current Practice for Security of Cross-
         Device Flows. P. Kasselman, D. Fett, F. Skokan. August 2026. (Format:
         HTML, TXT, PDF, XML) (Also BCP247) (Status: BEST CURRENT PRACTICE)
         (DOI: 10.17487/RFC10027)
    """, created: "08/21/2026")

  /// Reads one entry without its number, as in an index with padding.
  static func entry(_ text: String) throws -> (RFCEntry, [RFCIndexWarning.Kind]) {
    // A second entry, as the last one of a file must be whole.
    let last = "\n\n9999 End. A. Author. May 2020. (Status: UNKNOWN) (DOI: x)"
    let index = try RFCIndex(parsing: Array(index("0001 " + text + last).utf8))
    return (index.entries[0], index.warnings.filter { $0.number == 1 }.map(\.kind))
  }
}
