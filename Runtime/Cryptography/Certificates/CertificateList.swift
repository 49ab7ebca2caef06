import COpenSSL
import FoundationEssentials

/// The certificates of a file in PEM, of which only the validity is read.
package struct CertificateList: Sendable {
  /// When each certificate begins and ends to be valid, in seconds since 1970.
  package let validities: [Range<Int>]

  /// Reads all blocks `CERTIFICATE` of a text.
  ///
  /// - Throws: ``CryptographyError`` for a text without a certificate, and for a certificate that cannot be read.
  package init(pem text: String) throws(CryptographyError) {
    var validities: [Range<Int>] = []
    for part in text.split(separator: "-----END CERTIFICATE-----")
    where part.contains("-----BEGIN CERTIFICATE-----") {
      let der = try PEMBlock.der(of: part + "-----END CERTIFICATE-----", labels: ["CERTIFICATE"])
      guard let certificate = CertificateHandle(der: der), let validity = certificate.validity else {
        throw CryptographyError(.damaged, "certificate \(validities.count + 1) cannot be read")
      }
      validities.append(validity)
    }
    guard !validities.isEmpty else { throw CryptographyError(.notPEM, "it has no certificate in PEM") }
    self.validities = validities
  }
}

extension CertificateHandle {
  /// The validity, in seconds since 1970; nil for a malformed one.
  fileprivate var validity: Range<Int>? {
    guard let begin = unsafe Self.seconds(X509_get0_notBefore(pointer)),
      let end = unsafe Self.seconds(X509_get0_notAfter(pointer)), begin < end
    else { return nil }
    return begin..<end
  }

  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int? {
    var parts = unsafe tm()
    guard unsafe time != nil, unsafe ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
    return unsafe timegm(&parts)
  }
}
