internal import CICU
internal import Support

/// What is wrong with a regular expression, in words.
enum PatternProblem {
  static func sentence(_ error: Int32) -> String {
    switch String(cString: hk_error_name(error)) {
    case "U_REGEX_MISMATCHED_PAREN": tr("a parenthesis has no partner")
    case "U_REGEX_MISSING_CLOSE_BRACKET": tr("a bracket [ is not closed")
    case "U_REGEX_RULE_SYNTAX": tr("a character is not allowed at this place")
    case "U_REGEX_BAD_ESCAPE_SEQUENCE": tr("a backslash stands before a character without meaning")
    case "U_REGEX_PROPERTY_SYNTAX": tr("there is no such property of characters")
    case "U_REGEX_BAD_INTERVAL": tr("what stands in braces is no count")
    case "U_REGEX_MAX_LT_MIN": tr("the count in braces ends before it begins")
    case "U_REGEX_NUMBER_TOO_BIG": tr("a number is too big")
    case "U_REGEX_INVALID_RANGE": tr("a range in brackets ends before it begins")
    case "U_REGEX_LOOK_BEHIND_LIMIT": tr("what is looked for behind has no greatest length")
    case "U_REGEX_INVALID_BACK_REF": tr("it refers back to a group that is not there")
    case let name: name
    }
  }
}
