import Cryptography
import Edge
import Foundation
import Testing

@testable import Host

/// ES256 and RS256 with `SUPABASE_JWKS`.
@Suite struct AsymmetricTokenTests {
  private static let ec = P256PrivateKey()
  private static let otherEC = P256PrivateKey()
  /// The coordinates of a point on P-384, made by openssl.
  private static let p384 = (
    x: "xNwIYrdEl9sYw2G0H_ds-KZ23zgjpBAJTB1n5mlIYPBjFZw7IhJg5-KfWRKl1-dt",
    y: "R-jXrbOfCajWizAYJ487oUR-yYxyK0mUT2WrNGEwlOj03I4cTPuY9BAl9rZGlqaw"
  )
  private static let rsa = try? RSASigner()

  private func verdict(_ token: String, keys: String, logs: (LogRecorder) -> Void = { _ in }) async throws -> Answer {
    var answer: Answer?
    try await withHarness(functions: [Handlers.user]) {
      $0.tokens.jwks = keys
    } _: { host in
      answer = try await host.post("/functions/v1/user", token: token, "")
      logs(host.logs)
    }
    return try #require(answer)
  }

  @Test func ES256() async throws {
    let keys = Forge.keySet(Forge.jwk(Self.ec.publicKey, kid: "one"))
    #expect(try await verdict(Forge.es256(Self.ec, kid: "one"), keys: keys).status == 200)
    #expect(try await verdict(Forge.es256(Self.ec, kid: nil), keys: keys).status == 200)
    for wrong in [
      try Forge.es256(Self.otherEC, kid: "one"), try Forge.es256(Self.otherEC, kid: nil),
      try Forge.es256(Self.ec, kid: "two"),
      try Forge.es256(Self.ec, kid: "one", claims: #"{"sub":"\#(Forge.user)","exp":1}"#),
      try Forge.es256(Self.ec, kid: "one", claims: #"{"sub":"\#(Forge.user)","exp":"4102444800"}"#),
      "\(Forge.part(#"{"alg":"ES256"}"#)).\(Forge.part(Forge.claims)).\(Forge.part([UInt8](repeating: 1, count: 63)))",
      Forge.hs256(header: #"{"alg":"ES256","kid":"one"}"#),
      "\(Forge.part(#"{"alg":"ES256","kid":"one"}"#)).\(Forge.part(Forge.claims)).",
      // r = s = 0: what some libraries took for any message's signature.
      "\(Forge.part(#"{"alg":"ES256","kid":"one"}"#)).\(Forge.part(Forge.claims)).\(Forge.part([UInt8](repeating: 0, count: 64)))",
    ] {
      #expect(try await verdict(wrong, keys: keys).verdict == "401 UNAUTHORIZED_ASYMMETRIC_JWT")
    }
  }

  @Test func RS256() async throws {
    let rsa = try #require(Self.rsa)
    let keys = Forge.keySet(Forge.jwk(rsa, kid: "r"))
    let good = try Forge.rs256(rsa, kid: "r", padding: .pkcs1)
    #expect(try await verdict(good, keys: keys).status == 200)
    let pss = try Forge.rs256(rsa, kid: "r", padding: .pss)
    #expect(try await verdict(pss, keys: keys).verdict == "401 UNAUTHORIZED_ASYMMETRIC_JWT")
    #expect(try await verdict(String(good.dropLast(8)), keys: keys).status == 401)
  }

  @Test func everyKeyOfTheSetCounts() async throws {
    let rsa = try #require(Self.rsa)
    let keys = Forge.keySet(
      Forge.jwk(Self.ec.publicKey, kid: "a"), Forge.jwk(rsa, kid: "b"),
      Forge.jwk(Self.otherEC.publicKey, kid: "c"))
    #expect(try await verdict(Forge.es256(Self.ec, kid: "a"), keys: keys).status == 200)
    #expect(try await verdict(Forge.es256(Self.otherEC, kid: "c"), keys: keys).status == 200)
    #expect(try await verdict(Forge.es256(Self.otherEC, kid: nil), keys: keys).status == 200)
    #expect(try await verdict(Forge.rs256(rsa, kid: "b", padding: .pkcs1), keys: keys).status == 200)
    #expect(try await verdict(Forge.es256(Self.ec, kid: "c"), keys: keys).status == 401)
    #expect(try await verdict(Forge.es256(Self.ec, kid: "b"), keys: keys).status == 401)
    // The secret goes on counting beside the keys.
    #expect(try await verdict(Forge.hs256(), keys: keys).status == 200)
  }

  /// The key decides the algorithm: a public key is no shared secret, in whatever form.
  @Test func algorithmConfusion() async throws {
    let rsa = try #require(Self.rsa)
    let ecKey = Forge.jwk(Self.ec.publicKey, kid: "e")
    let rsaKey = Forge.jwk(rsa, kid: "r")
    let keys = Forge.keySet(ecKey, rsaKey)
    let ecPEM = Self.ec.publicKey.pem
    let rsaPEM = rsa.publicPEM
    let secrets: [[UInt8]] = [
      [UInt8](ecPEM.utf8), [UInt8](ecPEM.trimmingCharacters(in: .newlines).utf8), Self.ec.publicKey.der,
      // The point alone, with and without the byte that says that it is not compressed.
      Self.ec.publicKey.der.suffix(65), Self.ec.publicKey.der.suffix(64), [UInt8](rsaPEM.utf8),
      [UInt8](rsaPEM.trimmingCharacters(in: .newlines).utf8), rsa.publicDER, rsa.publicPKCS1DER, [UInt8](ecKey.utf8),
      [UInt8](rsaKey.utf8), [UInt8](keys.utf8),
    ]
    for secret in secrets {
      for kid in [#","kid":"e""#, #","kid":"r""#, ""] {
        let hmac = Forge.hs256(header: #"{"alg":"HS256"\#(kid)}"#, secret: secret)
        #expect(try await verdict(hmac, keys: keys).verdict == "401 UNAUTHORIZED_LEGACY_JWT")
        for algorithm in ["ES256", "RS256"] {
          let posing = Forge.hs256(header: #"{"alg":"\#(algorithm)"\#(kid)}"#, secret: secret)
          #expect(try await verdict(posing, keys: keys).verdict == "401 UNAUTHORIZED_ASYMMETRIC_JWT")
        }
      }
    }
  }

  @Test func aTokenBringsNoKeyOfItsOwn() async throws {
    let keys = Forge.keySet(Forge.jwk(Self.ec.publicKey, kid: "one"))
    let own = Forge.jwk(Self.otherEC.publicKey, kid: "own")
    try await withOrigin({ _ in (200, Forge.keySet(own)) }) { origin in
      for more in [
        #","jwk":\#(own)"#, #","jku":"\#(origin.url)/keys.json""#, #","x5u":"\#(origin.url)/key.pem""#,
        #","x5c":["MIIB"]"#, #","jwk":\#(own),"jku":"\#(origin.url)/keys.json""#,
      ] {
        for kid in ["own", "one", nil] {
          let forged = try Forge.es256(Self.otherEC, kid: kid, more: more)
          #expect(try await verdict(forged, keys: keys).verdict == "401 UNAUTHORIZED_ASYMMETRIC_JWT")
        }
        // They are ignored, so a right token stays right.
        #expect(try await verdict(Forge.es256(Self.ec, kid: "one", more: more), keys: keys).status == 200)
      }
      #expect(origin.calls.isEmpty)
    }
  }

  @Test func whatCannotBeUsedIsSkippedWithAWarning() async throws {
    let short = #"{"kty":"RSA","kid":"short","n":"\#(Forge.part([UInt8](repeating: 0xC1, count: 128)))","e":"AQAB"}"#
    let padded =
      #"{"kty":"RSA","kid":"padded","n":"\#(Forge.part([UInt8](repeating: 0, count: 128) + [UInt8](repeating: 0xC1, count: 128)))","e":"AQAB"}"#
    let unusable = [
      #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","kid":"okp"}"#, short, padded,
      #"{"kty":"EC","crv":"P-384","kid":"p384","x":"\#(Self.p384.x)","y":"\#(Self.p384.y)"}"#,
      #"{"kty":"EC","crv":"P-256","kid":"offcurve","x":"AAAA","y":"AAAA"}"#, #"{"kty":"EC","kid":"nocurve"}"#,
      #"{"kty":"oct","kid":"tiny","k":"AAAA"}"#, #"{"kty":"oct","kid":"nok"}"#, "{}", "7", "null", #"{"kty":7}"#,
      Forge.jwk(Self.otherEC.publicKey, kid: "enc").replacing(#""use":"sig""#, with: #""use":"enc""#),
      Forge.jwk(Self.otherEC.publicKey, kid: "alg").replacing("ES256", with: "ES384"),
    ]
    let keys = #"{"keys":[\#(unusable.joined(separator: ",")),\#(Forge.jwk(Self.ec.publicKey, kid: "good"))]}"#
    let good = try await verdict(Forge.es256(Self.ec, kid: "good"), keys: keys) { logs in
      let warnings = logs.all.filter { $0.message == "A signing key is skipped" }
      #expect(warnings.count == unusable.count)
      #expect(warnings.first?.metadata["kid"] == "okp")
      #expect(warnings.map { $0.metadata["index"] ?? "-" } == unusable.indices.map { "\($0)" })
    }
    #expect(good.status == 200)
    for kid in ["enc", "alg"] {
      #expect(try await verdict(Forge.es256(Self.otherEC, kid: kid), keys: keys).status == 401)
    }
  }

  @Test func sharedKeysByTheirID() async throws {
    let secret = [UInt8](0x5A..<0x7A)
    let keys = Forge.keySet(#"{"kty":"oct","kid":"shared","alg":"HS256","k":"\#(Forge.part(secret))"}"#)
    func token(_ header: String) -> String { Forge.hs256(header: header, secret: secret) }
    #expect(try await verdict(token(#"{"alg":"HS256","kid":"shared"}"#), keys: keys).status == 200)
    #expect(try await verdict(token(#"{"alg":"HS256","kid":"other"}"#), keys: keys).status == 401)
    #expect(try await verdict(token(#"{"alg":"HS256"}"#), keys: keys).status == 401)
    // HS256 uses the secret whatever kid the token names.
    #expect(try await verdict(Forge.hs256(header: #"{"alg":"HS256","kid":"shared"}"#), keys: keys).status == 200)
  }

  @Test func aPrivateKeyInTheSetIsUsedAsAPublicOne() async throws {
    let jwk = Forge.jwk(Self.ec.publicKey, kid: "p")
    // The private number within PKCS #8.
    let number = try #require(PEMBlock(Self.ec.pem).der?.dropFirst(36).prefix(32))
    let full = jwk.dropLast() + #","d":"\#(Forge.part([UInt8](number)))"}"#
    #expect(try await verdict(Forge.es256(Self.ec, kid: "p"), keys: Forge.keySet(String(full))).status == 200)
  }
}
