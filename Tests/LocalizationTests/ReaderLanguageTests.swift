import Testing

@testable import HikidashiLocalization

struct ReaderLanguageTests {
  @Test(arguments: [
    ([:], []),
    (["LANG": "C"], []),
    (["LANG": "C.UTF-8"], []),
    (["LANG": "POSIX", "LANGUAGE": "ja"], []),
    (["LANG": "C.UTF-8", "LANGUAGE": "ja"], ["ja", "en"]),
    (["LANG": "ja_JP.UTF-8"], ["ja_JP", "ja", "en"]),
    (["LANG": "ja_JP.UTF-8", "LC_MESSAGES": "de_AT"], ["de_AT", "de", "en"]),
    (["LANG": "ja_JP.UTF-8", "LC_MESSAGES": "de_AT", "LC_ALL": "C"], []),
    (["LANG": "en_US.UTF-8"], ["en_US", "en"]),
    (["LANG": "en_US", "LANGUAGE": "pt_BR:en_GB:en"], ["pt_BR", "pt", "en_GB", "en"]),
    (
      ["LANG": "ca_ES.UTF-8@valencia"],
      ["ca_ES@valencia", "ca_ES", "ca@valencia", "ca", "en"]
    ),
  ])
  func languagesAreThoseOfTheVariables(variables: [String: String], expected: [String]) {
    #expect(ReaderLanguage.languages { variables[$0] } == expected)
  }
}
