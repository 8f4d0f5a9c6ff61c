/// Whether the byte is a space, a tab or a carriage return; old mirrors have stray ones.
@inline(__always)
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

/// Whether the byte is an ASCII letter.
@inline(__always)
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

@inline(__always)
func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

/// Whether the byte is an ASCII letter or digit, or part of a character outside ASCII.
@inline(__always)
func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || byte >= 0x80 }
