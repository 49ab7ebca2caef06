import Testing

@testable import Functions

@Suite struct InviteCodeTests {
  /// A generator that counts up, so that every character occurs.
  struct Counter: RandomNumberGenerator {
    var state: UInt64 = 0
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      return state
    }
  }

  @Test(arguments: ["234679", "FHKLMR", "fhklmr", " fhk-lmr ", "F H K L M R", "f-h-k-l-m-r", "fhk\u{00A0}lmr\n"])
  func isReadAsPeopleTypeIt(text: String) {
    let expected = text.hasPrefix("2") ? "234679" : "FHKLMR"
    #expect(InviteCode(typed: text)?.description == expected)
  }

  @Test(arguments: ["FHKLMRWXY2", "fhklm-rwxy2", " fhk lmr wxy 2 "])
  func isReadInItsNewLengthToo(text: String) {
    #expect(InviteCode(typed: text)?.description == "FHKLMRWXY2")
  }

  @Test(arguments: [
    "", " ", "------", "FHKLM", "FHKLMRW", "FHKLMRWX", "FHKLMRWXY", "FHKLMRWXY23", "FHKLMRWXY0", "FHKLM0", "FHKLMO",
    "FHKLMé", "ＦＨＫＬＭＲ", "FHKLM\0", "FHKLMR;", "ßßß",
    "' OR '1'='1", "'; DROP TABLE sessions; --", "\") OR 1=1 --", "FHKLM%", "FHKLM_",
  ])
  func textsThatAreNotCodesAreRefused(text: String) {
    #expect(InviteCode(typed: text) == nil)
  }

  @Test func aLongTextIsNoCode() {
    #expect(InviteCode(typed: String(repeating: "F", count: 1_000_000)) == nil)
  }

  @Test func randomCodesUseTheWholeAlphabetAndReadBack() {
    var generator = Counter()
    var seen: Set<Character> = []
    for _ in 0..<500 {
      let code = InviteCode(using: &generator)
      #expect(InviteCode(typed: code.description) == code)
      #expect(code.description.count == 10)
      seen.formUnion(code.description)
    }
    #expect(seen == Set(InviteCode.alphabet))
  }

  @Test(arguments: ["0DOQ", "1ILJ", "2Z", "5S", "8B", "CG", "UV", "BCDEGPTVZ3", "AJK", "AK8", "FS", "MN", "QU2", "59"])
  func noTwoCharactersAreMixedUp(group: String) {
    #expect(InviteCode.alphabet.filter(group.contains).count <= 1)
    #expect(Set(InviteCode.alphabet).count == InviteCode.alphabet.count)
  }
}
