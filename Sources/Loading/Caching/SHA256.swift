/// SHA-256, a cryptographic hash: cache keys are hashed because they may hold secrets.
///
/// - Source: FIPS 180-4, 6.2.
enum SHA256 {
  /// The hash as 64 hexadecimal digits.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  static func hex(_ text: String) -> String {
    var state: [UInt32] = [
      0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
      0x5BE0_CD19,
    ]
    var bytes = Array(text.utf8)
    let bits = UInt64(bytes.count) * 8
    bytes.append(0x80)
    bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    for start in stride(from: 0, to: bytes.count, by: 64) {
      mix(bytes[start..<(start + 64)], into: &state)
    }
    let digits = Array("0123456789abcdef")
    return String(
      state.flatMap { word in (0..<8).map { digits[Int(word >> (28 - 4 * $0)) & 15] } })
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = (0..<16).map { number in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[block.startIndex + number * 4 + $1]) }
    }
    for number in 16..<64 {
      let (early, late) = (words[number - 15], words[number - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[number - 16] &+ first &+ words[number - 7] &+ second)
    }
    var now = state
    for number in 0..<64 {
      let choice = now[4] & now[5] ^ ~now[4] & now[6]
      let majority = now[0] & now[1] ^ now[0] & now[2] ^ now[1] & now[2]
      let low = turned(now[4], 6) ^ turned(now[4], 11) ^ turned(now[4], 25)
      let high = turned(now[0], 2) ^ turned(now[0], 13) ^ turned(now[0], 22)
      let next = now[7] &+ low &+ choice &+ constants[number] &+ words[number]
      now = [
        next &+ high &+ majority, now[0], now[1], now[2], now[3] &+ next, now[4], now[5], now[6],
      ]
    }
    for place in 0..<8 { state[place] &+= now[place] }
  }

  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
    0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
    0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
    0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
    0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
}
