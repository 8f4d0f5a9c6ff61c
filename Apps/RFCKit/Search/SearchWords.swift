/// Words of English that say nothing about what is looked for.
enum SearchWords {
  static let fillers: Set<String> = Set(
    """
    a about an and any are as at be been but by can could did do does for from had has have how i if \
    in into is it its me my not of on or our should so than that the their them then there these they \
    this to us was we were what when where whether which while who whom whose why will with would you \
    your
    """.split(separator: " ").map(String.init))
}
