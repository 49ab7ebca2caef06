import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate authority for one machine's tests.
struct CertificateAuthority {
  private static let year: TimeInterval = 365 * 86_400
  /// Clocks differ: a certificate is good from the day before.
  private static let leeway: TimeInterval = 86_400

  private let certificate: Certificate
  private let key: Certificate.PrivateKey

  /// A new authority, good for ten years.
  init(now: Date) throws {
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    self.key = key
    let name = try DistinguishedName {
      OrganizationName("Swiftlet")
      CommonName("APNs simulator \(UUID().uuidString.prefix(8))")
    }
    certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
      notValidBefore: now - Self.leeway, notValidAfter: now + 10 * Self.year, issuer: name, subject: name,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        SubjectKeyIdentifier(hash: key.publicKey)
      }, issuerPrivateKey: key)
  }

  /// An authority that was made before.
  init(certificatePEM: String, keyPEM: String) throws {
    certificate = try Certificate(pemEncoded: certificatePEM)
    key = try Certificate.PrivateKey(pemEncoded: keyPEM)
  }

  var certificatePEM: String { get throws { try certificate.serializeAsPEM().pemString } }

  var keyPEM: String { get throws { try key.serializeAsPEM().pemString } }

  /// Makes a key and a certificate for a server on loopback, good for two years; both in one text.
  func issueServerPEM(now: Date) throws -> String {
    let serverKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let server = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: serverKey.publicKey,
      notValidBefore: now - Self.leeway, notValidAfter: now + 2 * Self.year, issuer: certificate.subject,
      subject: DistinguishedName { CommonName("localhost") }, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames([
          .dnsName("localhost"), .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])),
          .ipAddress(ASN1OctetString(contentBytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])),
        ])
        SubjectKeyIdentifier(hash: serverKey.publicKey)
        AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier)
      }, issuerPrivateKey: key)
    return try serverKey.serializeAsPEM().pemString + "\n" + server.serializeAsPEM().pemString + "\n"
  }

  /// When the certificate of a server's text ends.
  static func end(ofServerPEM pem: String) throws -> Date {
    for document in try PEMDocument.parseMultiple(pemString: pem) where document.discriminator == "CERTIFICATE" {
      return try Certificate(pemDocument: document).notValidAfter
    }
    return .distantPast
  }
}
