import FoundationEssentials

/// A file of certificates that a setting names.
enum CertificateFile {
  /// - Parameters:
  ///   - origin: the setting and its source.
  ///   - hint: what to do about a wrong file.
  /// - Throws: ``Failure`` for a file that cannot be read, or holds no certificate in PEM.
  static func check(_ path: String, named origin: String, hint: String) throws(Failure) {
    let data = FileManager.default.contents(atPath: path)
    guard data?.firstRange(of: Data("-----BEGIN CERTIFICATE-----".utf8)) == nil else { return }
    throw Failure(
      .configuration,
      "\(origin) names \(path), which \(data == nil ? "cannot be read" : "holds no certificate in PEM")", hint: hint)
  }
}
