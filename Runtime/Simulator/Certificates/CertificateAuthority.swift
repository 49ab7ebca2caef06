import COpenSSL
import FoundationEssentials

/// A certificate authority for one machine's tests.
struct CertificateAuthority {
  private static let year: TimeInterval = 365 * 86_400
  /// Certificates are valid from the day before, because clocks differ.
  private static let leeway: TimeInterval = 86_400

  private let certificate: Certificate
  private let key: PrivateKey

  init(now: Date) throws(OpenSSLError) {
    key = try PrivateKey()
    certificate = try Certificate(
      subject: [("O", "Swiftlet"), ("CN", "APNs simulator \(UUID().uuidString.prefix(8))")], key: key,
      validity: now - Self.leeway..<now + 10 * Self.year,
      extensions: [
        .init(id: NID_basic_constraints, value: "critical,CA:TRUE,pathlen:0"),
        .init(id: NID_key_usage, value: "critical,keyCertSign,cRLSign"),
        .init(id: NID_subject_key_identifier, value: "hash"),
      ], issuer: nil, signer: key)
  }

  init(certificatePEM: String, keyPEM: String) throws(OpenSSLError) {
    certificate = try Certificate(pem: certificatePEM)
    key = try PrivateKey(pem: keyPEM)
  }

  func certificatePEM() throws(OpenSSLError) -> String { try certificate.pem() }

  func keyPEM() throws(OpenSSLError) -> String { try key.pem() }

  /// Creates a key and a certificate for a server on loopback, valid for two years, both in one text.
  func issueServerPEM(now: Date) throws(OpenSSLError) -> String {
    let serverKey = try PrivateKey()
    let server = try Certificate(
      subject: [("CN", "localhost")], key: serverKey, validity: now - Self.leeway..<now + 2 * Self.year,
      extensions: [
        .init(id: NID_basic_constraints, value: "critical,CA:FALSE"),
        .init(id: NID_key_usage, value: "critical,digitalSignature"),
        .init(id: NID_ext_key_usage, value: "serverAuth"),
        .init(id: NID_subject_alt_name, value: "DNS:localhost,IP:127.0.0.1,IP:::1"),
        .init(id: NID_subject_key_identifier, value: "hash"),
        .init(id: NID_authority_key_identifier, value: "keyid:always"),
      ], issuer: certificate, signer: key)
    return try serverKey.pem() + server.pem()
  }
}
