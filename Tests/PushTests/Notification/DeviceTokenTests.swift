import Testing

@testable import Push

@Suite struct DeviceTokenTests {
  @Test func tokensOf2To512DigitsBecomeLowerCase() throws {
    #expect(try DeviceToken("aB", environment: .sandbox).hex == "ab")
    let long = String(repeating: "0F", count: 200)
    #expect(try DeviceToken(long, environment: .production).hex == long.lowercased())
    let token = try DeviceToken("0123456789ABCDEFabcdef", environment: .production)
    #expect(token.hex == "0123456789abcdefabcdef")
    #expect(token.environment == .production)
    #expect("\(token)" == "01234567… (production)")
    #expect(try token == DeviceToken("0123456789abcdefabcdef", environment: .production))
    #expect(try token != DeviceToken("0123456789abcdefabcdef", environment: .sandbox))
  }

  @Test(arguments: [
    ("", "It has 0 digits; send the token's 2 to 512 as hexadecimal."),
    ("a", "It has 1 digits; send the token's 2 to 512 as hexadecimal."),
    (String(repeating: "a", count: 514), "It has 514 digits; send the token's 2 to 512 as hexadecimal."),
    ("abc", "It has an odd number of digits (3), so part of it is missing; send every byte as two."),
  ])
  func otherLengthsAreRefused(hex: String, words: String) {
    let error = #expect(throws: PushError.self) { try DeviceToken(hex, environment: .sandbox) }
    #expect(error?.code == .invalidDeviceToken)
    #expect(error?.description == "device token: \(words)")
  }

  @Test(arguments: ["0g", "0x", "<ab>", "ab cd ", "a/", "../x", "ab\r\n", "é", "٣", "Ａ1"])
  func otherCharactersAreRefusedAndNotRepeated(hex: String) {
    let error = #expect(throws: PushError.self) { try DeviceToken(hex, environment: .sandbox) }
    #expect(error?.code == .invalidDeviceToken)
    #expect(error?.description.contains(hex) == false)
  }
}
