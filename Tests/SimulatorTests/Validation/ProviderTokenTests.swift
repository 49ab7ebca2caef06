import Cryptography
import Testing

@testable import Simulator

@Suite struct ProviderTokenTests {
  /// A key on another curve, made by openssl for this test alone.
  private static let p384 = """
    -----BEGIN PRIVATE KEY-----
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDAbKi+z35IubY9/5tH
    jJf1qN8T6QxjtNy53KjBkc4DPTZwH4EhgZ+X9QDuV7fdQiyhZANiAATE3Ahit0SX
    2xjDYbQf92z4pnbfOCOkEAlMHWfmaUhg8GMVnDsiEmDn4p9ZEqXX521H6Nets58J
    qNaLMBgnjzuhRH7JjHIrSZRPZas0YTCU6PTcjhxM+5j0ECX2tkaWprA=
    -----END PRIVATE KEY-----
    """

  private func verdict(_ bench: inout Bench, _ token: String, at seconds: Int64 = noon) throws -> String {
    var request = try validPush()
    request.authorization = "bearer \(token)"
    return bench.verdict(request, at: seconds)
  }

  @Test func malformedTokensAreInvalid() throws {
    let good = try providerToken().split(separator: ".")
    let broken = [
      "abc", "a.b", "\(good[0]).\(good[1])", "\(good[0]).\(good[1]).\(good[2]).\(good[2])",
      "!\(good[0]).\(good[1]).\(good[2])", "\(good[1]).\(good[1]).\(good[2])", "\(good[0]).\(good[1]).AAAA",
      try providerToken(algorithm: "HS256"), try providerToken(algorithm: "none"), try providerToken(keyID: nil),
      try providerToken(keyID: ""), try providerToken(team: nil), try providerToken(team: ""),
    ]
    for token in broken {
      var bench = Bench()
      #expect(try verdict(&bench, token) == "403 InvalidProviderToken", "\(token)")
    }
  }

  @Test func withoutKeysAnySignatureIsGood() throws {
    var bench = Bench()
    #expect(try verdict(&bench, try providerToken()) == "200")
  }

  @Test func schemeIgnoresCase() throws {
    var bench = Bench()
    let token = try providerToken()
    #expect(try bench.verdict { $0.authorization = "Bearer \(token)" } == "200")
  }

  @Test func configuredKeysAreChecked() throws {
    let key = P256PrivateKey()
    let keys = [try ProviderKey(id: "KEY1234567", team: "TEAM123456", pem: key.pem)]
    func verdict(_ token: String) throws -> String {
      var bench = Bench { $0.keys = keys }
      return try self.verdict(&bench, token)
    }
    #expect(try verdict(try providerToken(key: key)) == "200")
    #expect(try verdict(try providerToken()) == "403 InvalidProviderToken")
    #expect(try verdict(try providerToken(key: P256PrivateKey())) == "403 InvalidProviderToken")
    #expect(try verdict(try providerToken(key: key, keyID: "OTHER12345")) == "403 InvalidProviderToken")
    #expect(try verdict(try providerToken(key: key, team: "OTHERTEAM1")) == "403 InvalidProviderToken")
  }

  @Test func keysMayBelongToOneEnvironment() throws {
    let key = P256PrivateKey()
    let production = try ProviderKey(
      id: "KEY1234567", pem: key.publicKey.pem, environment: .production)
    var sandbox = Bench { $0.keys = [production] }
    #expect(try verdict(&sandbox, try providerToken(key: key)) == "403 BadEnvironmentKeyIdInToken")
    var apple = Bench { ($0.keys, $0.environment) = ([production], .production) }
    #expect(try verdict(&apple, try providerToken(key: key)) == "200")
  }

  @Test func keysAreP256() throws {
    let error = #expect(throws: ProviderKey.Problem.self) {
      try ProviderKey(id: "K", pem: Self.p384)
    }
    #expect(error?.description == "The PEM of key K holds no P-256 key: give a public key or Apple's .p8 file")
  }

  @Test func tokensAge() throws {
    for (age, expected) in [
      (0, "200"), (3600, "200"), (3601, "403 ExpiredProviderToken"), (-60, "200"), (-61, "403 InvalidProviderToken"),
    ] as [(Int64, String)] {
      var bench = Bench()
      #expect(try verdict(&bench, try providerToken(issuedAt: noon - age)) == expected, "\(age) s old")
    }
  }

  @Test func tokenExpiresOnItsConnection() throws {
    var bench = Bench()
    let token = try providerToken()
    #expect(try verdict(&bench, token) == "200")
    #expect(try verdict(&bench, token, at: noon + 3601) == "403 ExpiredProviderToken")
  }

  @Test func oneTeamAndOneKeyPerConnection() throws {
    var bench = Bench()
    #expect(try verdict(&bench, try providerToken()) == "200")
    #expect(try verdict(&bench, try providerToken(team: "OTHERTEAM1")) == "403 InvalidProviderToken")
    #expect(try verdict(&bench, try providerToken(keyID: "OTHER12345")) == "403 UnrelatedKeyIdInToken")
    #expect(try verdict(&bench, try providerToken()) == "200")
    bench.reconnect()
    #expect(try verdict(&bench, try providerToken(team: "OTHERTEAM1")) == "200")
  }

  @Test func renewalsAreTwentyMinutesApart() throws {
    var bench = Bench()
    let tokens = try (0..<5).map { try providerToken(issuedAt: noon + $0) }
    #expect(try verdict(&bench, tokens[0], at: noon) == "200")
    #expect(try verdict(&bench, tokens[1], at: noon + 10) == "200")
    #expect(try verdict(&bench, tokens[2], at: noon + 1209) == "429 TooManyProviderTokenUpdates")
    // The tokens before it stay good, whichever comes.
    #expect(try verdict(&bench, tokens[0], at: noon + 1209) == "200")
    #expect(try verdict(&bench, tokens[1], at: noon + 1209) == "200")
    #expect(try verdict(&bench, tokens[2], at: noon + 1210) == "200")
    #expect(try verdict(&bench, tokens[3], at: noon + 1211) == "429 TooManyProviderTokenUpdates")
    bench.reconnect()
    #expect(try verdict(&bench, tokens[3], at: noon + 1212) == "200")
  }
}
