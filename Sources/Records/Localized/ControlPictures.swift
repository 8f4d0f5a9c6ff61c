extension String {
  /// The text with control characters replaced by visible ones, safe for a screen or a terminal.
  ///
  /// A form feed becomes a space and every other control character but tab and the ends of lines
  /// becomes its picture (`␀`, `␛`), one scalar for one, so that scalar offsets stay what they are.
  ///
  /// - Complexity: O(*n*); a text without such characters is returned as it is.
  public var withControlPictures: String {
    guard utf8.contains(where: { $0 < 0x20 && !isLayout($0) || $0 == 0x7F }) else { return self }
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x0C: scalars.append(" ")
      case 0x7F: scalars.append("\u{2421}")
      case let code where code < 0x20 && !isLayout(UInt8(code)):
        scalars.append(Unicode.Scalar(0x2400 + code) ?? " ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

private func isLayout(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }
