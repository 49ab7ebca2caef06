import Edge
import Foundation
import SigningChains
import Testing

@testable import Host

@Suite struct SignedPayloadsTests {
  private static let now = Date(timeIntervalSince1970: 1_772_366_400)

  private struct Payload: Codable, Equatable {
    let name: String
  }

  private let chain: SigningChain
  private let payloads: SignedPayloads

  init() throws {
    chain = try SigningChain(around: Self.now)
    payloads = Self.payloads(root: chain.rootText)
  }

  private static func payloads(root: String) -> SignedPayloads {
    SignedPayloads(root: root, markers: .appStore, verifier: OpenSSLCertificates())
  }

  private func code(of text: String) async -> SignedPayloadError.Code? {
    do {
      _ = try await payloads.decode(Payload.self, text, at: Self.now)
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

  @Test func aSignedPayloadIsDecoded() async throws {
    let text = try chain.sign(["name": "grüße", "more": 7])
    #expect(try await payloads.decode(Payload.self, text, at: Self.now) == Payload(name: "grüße"))
  }

  @Test func theSignersOfAnotherRootAreNotTrusted() async throws {
    #expect(await code(of: try SigningChain(around: Self.now).sign(["name": "x"])) == .untrusted)
  }

  @Test func anExpiredSignerIsNotTrusted() async throws {
    let chain = try SigningChain(around: Self.now) { signer, _, _ in
      signer.validity = (Self.now - 1000)..<(Self.now - 1)
    }
    let payloads = Self.payloads(root: chain.rootText)
    let text = try chain.sign(["name": "x"])
    let error = await #expect(throws: SignedPayloadError.self) {
      try await payloads.decode(Payload.self, text, at: Self.now)
    }
    #expect(error?.code == .untrusted)
    #expect(try await payloads.decode(Payload.self, text, at: Self.now - 500) == Payload(name: "x"))
  }

  @Test(arguments: ["none", "HS256", "RS256", "ES384", "es256", "", "ES256 "])
  func otherAlgorithmsAreNotTrusted(name: String) async throws {
    let header: JSONValue = ["alg": .string(name), "x5c": chain.x5c(chain.certificates)]
    let text = try chain.sign(["name": "x"], header: header)
    #expect(await code(of: text) == .untrusted)
    #expect(await code(of: changing(2, of: text, to: "")) == .untrusted)
  }

  @Test func aCriticalExtensionIsNotTrusted() async throws {
    let header: JSONValue = ["alg": "ES256", "crit": ["exp"], "x5c": chain.x5c(chain.certificates)]
    #expect(await code(of: try chain.sign(["name": "x"], header: header)) == .untrusted)
  }

  @Test func otherChainsAreNotTrusted() async throws {
    let all = chain.certificates
    for certificates in [[], [all[0]], [all[0], all[1]], [all[1], all[0], all[2]], all + [all[2]]] {
      let header: JSONValue = ["alg": "ES256", "x5c": chain.x5c(certificates)]
      #expect(await code(of: try chain.sign(["name": "x"], header: header)) == .untrusted)
    }
    #expect(await code(of: try chain.sign(["name": "x"], header: ["alg": "ES256"])) == .untrusted)
  }

  @Test func aChangedPayloadOrSignatureIsNotTrusted() async throws {
    let (one, two) = (try chain.sign(["name": "one"]), try chain.sign(["name": "two"]))
    let parts = two.split(separator: ".").map(String.init)
    #expect(await code(of: changing(1, of: one, to: parts[1])) == .untrusted)
    #expect(await code(of: changing(2, of: one, to: parts[2])) == .untrusted)
    #expect(await code(of: changing(2, of: one, to: "")) == .untrusted)
    #expect(await code(of: changing(2, of: one, to: String(repeating: "A", count: 86))) == .untrusted)
  }

  @Test func everyTruncationIsRefused() async throws {
    let text = try chain.sign(["name": "x"])
    for count in stride(from: 0, to: text.utf8.count, by: 7) + [text.utf8.count - 1] {
      #expect(await code(of: String(text.prefix(count))) != nil, "\(count) characters")
    }
  }

  @Test(arguments: ["", ".", "..", "...", "a.b.c", "e30.e30.", "e30.e30.e30", "🂡.🂡.🂡", "bnVsbA.e30.AAAA"])
  func otherTextsAreMalformed(text: String) async {
    #expect(await code(of: text) == .malformed)
  }

  @Test func aHugeTextIsMalformed() async {
    #expect(await code(of: String(repeating: "A", count: 1 << 20)) == .malformed)
    #expect(await code(of: String(repeating: "W", count: 200_000) + ".e30.e30") == .malformed)
  }

  @Test func aPayloadOfAnotherTypeIsMalformed() async throws {
    #expect(await code(of: try chain.sign(["title": "x"])) == .malformed)
    #expect(await code(of: try chain.sign([1, 2])) == .malformed)
  }

  @Test(arguments: ["", "root", "AAAA", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
  func aRootMustBeACertificate(root: String) async throws {
    let text = try chain.sign(["name": "x"])
    let error = await #expect(throws: SignedPayloadError.self) {
      try await Self.payloads(root: root).decode(Payload.self, text, at: Self.now)
    }
    #expect(error?.code == .root)
  }
}
