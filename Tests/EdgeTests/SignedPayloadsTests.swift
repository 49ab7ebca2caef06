import Edge
import Foundation
import SigningChains
import Testing

@Suite struct SignedPayloadsTests {
  private static let now = Date(timeIntervalSince1970: 1_772_366_400)

  private struct Payload: Codable, Equatable {
    let name: String
  }

  private let chain: SigningChain
  private let payloads: SignedPayloads

  init() throws {
    chain = try SigningChain(around: Self.now)
    payloads = try SignedPayloads(root: chain.rootText, markers: .appStore)
  }

  private func code(of text: String) -> SignedPayloadError.Code? {
    do {
      _ = try payloads.decode(Payload.self, text, at: Self.now)
      return nil
    } catch {
      return error.code
    }
  }

  /// A signature's three parts with one of them changed.
  private func changing(_ part: Int, of text: String, to value: String) -> String {
    var parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    parts[part] = value
    return parts.joined(separator: ".")
  }

  @Test func aSignedPayloadIsDecoded() throws {
    let text = try chain.sign(["name": "grüße", "more": 7])
    #expect(try payloads.decode(Payload.self, text, at: Self.now) == Payload(name: "grüße"))
  }

  @Test func theSignersOfAnotherRootAreNotTrusted() throws {
    #expect(code(of: try SigningChain(around: Self.now).sign(["name": "x"])) == .untrusted)
  }

  @Test func anExpiredSignerIsNotTrusted() throws {
    let chain = try SigningChain(around: Self.now) { signer, _, _ in
      signer.validity = (Self.now - 1000)..<(Self.now - 1)
    }
    let payloads = try SignedPayloads(root: chain.rootText, markers: .appStore)
    let text = try chain.sign(["name": "x"])
    let error = #expect(throws: SignedPayloadError.self) {
      try payloads.decode(Payload.self, text, at: Self.now)
    }
    #expect(error?.code == .untrusted)
    #expect(try payloads.decode(Payload.self, text, at: Self.now - 500) == Payload(name: "x"))
  }

  @Test(arguments: ["none", "HS256", "RS256", "ES384", "es256", "", "ES256 "])
  func otherAlgorithmsAreNotTrusted(name: String) throws {
    let header: JSONValue = ["alg": .string(name), "x5c": chain.x5c(chain.certificates)]
    let text = try chain.sign(["name": "x"], header: header)
    #expect(code(of: text) == .untrusted)
    #expect(code(of: changing(2, of: text, to: "")) == .untrusted)
  }

  @Test func aCriticalExtensionIsNotTrusted() throws {
    let header: JSONValue = ["alg": "ES256", "crit": ["exp"], "x5c": chain.x5c(chain.certificates)]
    #expect(code(of: try chain.sign(["name": "x"], header: header)) == .untrusted)
  }

  @Test func otherChainsAreNotTrusted() throws {
    let all = chain.certificates
    for certificates in [[], [all[0]], [all[0], all[1]], [all[1], all[0], all[2]], all + [all[2]]] {
      let header: JSONValue = ["alg": "ES256", "x5c": chain.x5c(certificates)]
      #expect(code(of: try chain.sign(["name": "x"], header: header)) == .untrusted)
    }
    #expect(code(of: try chain.sign(["name": "x"], header: ["alg": "ES256"])) == .untrusted)
  }

  @Test func aChangedPayloadOrSignatureIsNotTrusted() throws {
    let (one, two) = (try chain.sign(["name": "one"]), try chain.sign(["name": "two"]))
    let parts = two.split(separator: ".").map(String.init)
    #expect(code(of: changing(1, of: one, to: parts[1])) == .untrusted)
    #expect(code(of: changing(2, of: one, to: parts[2])) == .untrusted)
    #expect(code(of: changing(2, of: one, to: "")) == .untrusted)
    #expect(code(of: changing(2, of: one, to: String(repeating: "A", count: 86))) == .untrusted)
  }

  @Test func everyTruncationIsRefused() throws {
    let text = try chain.sign(["name": "x"])
    for count in stride(from: 0, to: text.utf8.count, by: 7) + [text.utf8.count - 1] {
      #expect(code(of: String(text.prefix(count))) != nil, "\(count) characters")
    }
  }

  @Test(arguments: ["", ".", "..", "...", "a.b.c", "e30.e30.", "e30.e30.e30", "🂡.🂡.🂡", "bnVsbA.e30.AAAA"])
  func otherTextsAreMalformed(text: String) {
    #expect(code(of: text) == .malformed)
  }

  @Test func aHugeTextIsMalformed() {
    #expect(code(of: String(repeating: "A", count: 1 << 20)) == .malformed)
    #expect(code(of: String(repeating: "W", count: 200_000) + ".e30.e30") == .malformed)
  }

  @Test func aPayloadOfAnotherTypeIsMalformed() throws {
    #expect(code(of: try chain.sign(["title": "x"])) == .malformed)
    #expect(code(of: try chain.sign([1, 2])) == .malformed)
  }

  @Test(arguments: ["", "root", "AAAA", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
  func aRootMustBeACertificate(root: String) {
    let error = #expect(throws: SignedPayloadError.self) { try SignedPayloads(root: root, markers: .appStore) }
    #expect(error?.code == .root)
  }

  @Test func secretsAreComparedByTheirValues() {
    let secrets = Secrets(["KEY": "s3cret", "EMPTY": ""])
    #expect(secrets.isValue("s3cret", of: "KEY"))
    for text in ["", "s3cre", "s3cret ", "S3cret", "s3crets"] { #expect(!secrets.isValue(text, of: "KEY"), "\(text)") }
    #expect(!secrets.isValue("", of: "EMPTY"))
    #expect(!secrets.isValue("", of: "MISSING"))
  }
}
