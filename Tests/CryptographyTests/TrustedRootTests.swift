import Foundation
import SigningChains
import Testing

@testable import Cryptography

@Suite struct TrustedRootTests {
  private static let now = Date(timeIntervalSince1970: 1_772_366_400)
  private static let markers = (
    signer: SigningChain.signerMarker, intermediate: SigningChain.intermediateMarker
  )

  private func code(
    of chain: [[UInt8]], root: [UInt8], at date: Date = now,
    markers: (signer: String, intermediate: String) = TrustedRootTests.markers
  ) -> CryptographyError.Code? {
    do {
      _ = try TrustedRoot(der: root).signerKey(of: chain, markers: markers, at: Int(date.timeIntervalSince1970))
      return nil
    } catch {
      return error.code
    }
  }

  @Test func theChainOfTheRootIsAccepted() throws {
    let chain = try SigningChain(around: Self.now)
    #expect(code(of: chain.certificates, root: chain.root) == nil)
  }

  @Test func theChainOfAnotherRootIsNot() throws {
    let (chain, other) = (try SigningChain(around: Self.now), try SigningChain(around: Self.now))
    #expect(code(of: chain.certificates, root: other.root) == .notTrusted)
    // The trusted root in the last place does not help: the names are the same, but the keys are not.
    #expect(code(of: [chain.certificates[0], chain.certificates[1], other.root], root: other.root) == .notTrusted)
    #expect(
      code(of: [chain.certificates[0], other.certificates[1], other.root], root: other.root) == .notTrusted)
  }

  @Test(arguments: [
    [0, 2, 1], [1, 0, 2], [2, 1, 0], [1, 2, 0], [0, 0, 2], [1, 1, 2], [0, 1], [0], [], [0, 1, 2, 2],
  ])
  func anotherOrderOrNumberIsNot(order: [Int]) throws {
    let chain = try SigningChain(around: Self.now)
    #expect(code(of: order.map { chain.certificates[$0] }, root: chain.root) == .notTrusted)
  }

  @Test func anExpiredCertificateIsNot() throws {
    let past = (Self.now - 1000)..<(Self.now - 1)
    let chains = [
      try SigningChain(around: Self.now) { signer, _, _ in signer.validity = past },
      try SigningChain(around: Self.now) { _, intermediate, _ in intermediate.validity = past },
      try SigningChain(around: Self.now) { _, _, root in root.validity = past },
      try SigningChain(around: Self.now) { signer, _, _ in signer.validity = (Self.now + 1)..<(Self.now + 1000) },
    ]
    for (number, chain) in chains.enumerated() {
      #expect(code(of: chain.certificates, root: chain.root) == .notTrusted, "\(number)")
    }
    #expect(code(of: chains[0].certificates, root: chains[0].root, at: Self.now - 500) == nil)
  }

  @Test func aCertificateWithoutItsMarkerIsNot() throws {
    let chains = [
      try SigningChain(around: Self.now) { signer, _, _ in signer.marker = nil },
      try SigningChain(around: Self.now) { signer, _, _ in signer.marker = SigningChain.intermediateMarker },
      try SigningChain(around: Self.now) { _, intermediate, _ in intermediate.marker = nil },
    ]
    for (number, chain) in chains.enumerated() {
      #expect(code(of: chain.certificates, root: chain.root) == .notTrusted, "\(number)")
    }
  }

  @Test func anIntermediateCertificateMustBeAnAuthority() throws {
    let chain = try SigningChain(around: Self.now) { _, intermediate, _ in intermediate.isAuthority = false }
    #expect(code(of: chain.certificates, root: chain.root) == .notTrusted)
  }

  @Test func bytesThatAreNoCertificateAreDamaged() throws {
    let chain = try SigningChain(around: Self.now)
    let signer = chain.certificates[0]
    let rest = chain.certificates.dropFirst()
    for bytes in [[], [0x30], Array(signer.dropLast()), signer + [0], [UInt8](repeating: 0x30, count: 1 << 20)] {
      #expect(code(of: [bytes] + rest, root: chain.root) == .damaged)
    }
  }

  @Test func noBitOfASignersCertificateCanChange() throws {
    let chain = try SigningChain(around: Self.now)
    for position in chain.certificates[0].indices {
      var changed = chain.certificates
      changed[0][position] ^= 1
      #expect(code(of: changed, root: chain.root) != nil, "byte \(position)")
    }
  }

  @Test func aRootIsPEMOrBase64() throws {
    let chain = try SigningChain(around: Self.now)
    let base64 = Data(chain.root).base64EncodedString()
    for text in [base64, base64 + "\n", PEMBlock(label: "CERTIFICATE", der: chain.root).text] {
      _ = try TrustedRoot(text: text).signerKey(
        of: chain.certificates, markers: Self.markers, at: Int(Self.now.timeIntervalSince1970))
    }
    for text in ["", "root", "AAAA", PEM.spki, PEMBlock(label: "PRIVATE KEY", der: chain.root).text] {
      #expect(throws: CryptographyError.self, "\(text)") { try TrustedRoot(text: text) }
    }
  }

  @Test func manyTasksUseOneRoot() async throws {
    let chain = try SigningChain(around: Self.now)
    let root = try TrustedRoot(der: chain.root)
    let certificates = chain.certificates
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<24 {
        group.addTask {
          (try? root.signerKey(of: certificates, markers: Self.markers, at: Int(Self.now.timeIntervalSince1970))) != nil
        }
      }
      for await isTrusted in group { #expect(isTrusted) }
    }
  }
}
