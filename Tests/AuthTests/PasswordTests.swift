import Testing

@testable import Auth

@Suite struct PasswordTests {
  @Test func aPasswordIsFoundByItsHash() throws {
    let hash = try PasswordHash(of: "correct horse")
    #expect(hash.text.hasPrefix("$scrypt$ln=15,r=8,p=1$"))
    #expect(PasswordHash(text: hash.text) == hash)
    #expect(try PasswordHash.isPassword("correct horse", of: hash.text))
    #expect(try !PasswordHash.isPassword("correct horsf", of: hash.text))
    #expect(try PasswordHash(of: "correct horse").text != hash.text)
  }

  @Test func aHashOfAnotherProgramIsRead() throws {
    // RFC 7914, section 12, cut to 32 bytes; of Python's hashlib.
    let text = "$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI"
    #expect(try PasswordHash.isPassword("password", of: text))
    #expect(try !PasswordHash.isPassword("passwort", of: text))
  }

  @Test func noHashHasNoPassword() throws {
    #expect(try !PasswordHash.isPassword("", of: nil))
    #expect(try !PasswordHash.isPassword("x", of: "nonsense"))
  }

  @Test(arguments: [
    "", "$scrypt$", "$2b$10$abc", "$scrypt$ln=99,r=8,p=1$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
    "$scrypt$ln=10,r=8,p=1$TmFDbA$AA", "$scrypt$ln=10,r=8$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
    "$scrypt$r=8,ln=10,p=1$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI",
  ])
  func aMalformedHashIsNone(text: String) {
    #expect(PasswordHash(text: text) == nil)
  }

  @Test func lengths() throws {
    #expect(throws: AuthError.self) { try PasswordRules.check("12345") }
    try PasswordRules.check("123456")
    try PasswordRules.check(String(repeating: "x", count: 72))
    #expect(throws: AuthError.self) { try PasswordRules.check(String(repeating: "x", count: 73)) }
    #expect(throws: AuthError.self) { try PasswordRules.check(String(repeating: "ü", count: 37)) }
  }

  @Test func aBoundedNumberOfHashesWaits() {
    var queue = PasswordQueue<Int>()
    let width = PasswordQueue<Int>.width
    let capacity = PasswordQueue<Int>.capacity
    for number in 0..<width { #expect(queue.enter(number) == .starts) }
    for number in 0..<capacity { #expect(queue.enter(number) == .waits) }
    #expect(queue.enter(-1) == .isRefused)
    for number in 0..<capacity { #expect(queue.leave() == number) }
    for _ in 0..<width { #expect(queue.leave() == nil) }
    #expect(queue.enter(0) == .starts)
  }
}
