import Foundation
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
    for number in 0..<width { #expect(queue.enter(number, of: nil) == .starts) }
    for number in 0..<capacity { #expect(queue.enter(number, of: nil) == .waits) }
    #expect(queue.enter(-1, of: nil) == .isRefused)
    for number in 0..<capacity { #expect(queue.leave() == number) }
    for _ in 0..<width { #expect(queue.leave() == nil) }
    #expect(queue.enter(0, of: nil) == .starts)
  }

  @Test func aNetworkHasAQuarterOfThePlaces() {
    var queue = PasswordQueue<Int>()
    let share = PasswordQueue<Int>.capacity / 4
    for number in 0..<PasswordQueue<Int>.width { #expect(queue.enter(number, of: "a") == .starts) }
    for number in 0..<share { #expect(queue.enter(number, of: "a") == .waits) }
    #expect(queue.enter(-1, of: "a") == .isRefused)
    #expect(queue.enter(-2, of: "b") == .waits)
    #expect(queue.enter(-3, of: nil) == .waits)
    #expect(queue.leave() == 0)
    #expect(queue.enter(share, of: "a") == .waits)
    #expect(queue.enter(-1, of: "a") == .isRefused)
  }

  /// The networks of one site count as one.
  @Test(.timeLimit(.minutes(10))) func theHashesOfOneSiteLeavePlacesToOthers() async {
    let threads = PasswordThreads()
    let gate = DispatchSemaphore(value: 0)
    await withThrowingTaskGroup(of: Void.self) { group in
      let most = PasswordQueue<Int>.width + PasswordQueue<Int>.capacity / 4
      for number in 0...most {
        group.addTask { try await threads.run(of: "2001:db8:0:\(number)::1") { gate.wait() } }
      }
      // All others run or wait.
      let refused = await group.nextResult()
      #expect(throws: AuthError.self) { try refused?.get() }
      group.addTask { try await threads.run(of: "203.0.113.1") { gate.wait() } }
      for _ in 0...most { gate.signal() }
      var ended = 0
      while let result = await group.nextResult() {
        if case .success = result { ended += 1 }
      }
      #expect(ended == most + 1)
    }
  }
}
