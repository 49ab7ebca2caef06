import FoundationEssentials
import Glibc
import Loop

/// A folder with the simulator's certificate authority and server certificate, which later starts use again.
///
/// It holds `ca.pem`, which clients trust, `ca-key.pem`, and `server.pem` with the server's key and certificate. The
/// last two are readable by their owner only.
struct CertificateFolder {
  /// How long before its end a server certificate is replaced, in seconds.
  private static let renewal: TimeInterval = 30 * 86_400

  let path: String

  var authorityFile: String { path + "/ca.pem" }
  private var authorityKeyFile: String { path + "/ca-key.pem" }
  private var serverFile: String { path + "/server.pem" }

  /// The TLS context of a server. Creates missing files, and replaces a server certificate that ends soon.
  ///
  /// - Throws: ``SimulatorError``.
  func tlsContext(now: Date) throws(SimulatorError) -> TLSContext {
    if !FileManager.default.fileExists(atPath: authorityFile) { try make(now: now) }
    do {
      // A file without a valid certificate counts as expired.
      let end = (try? Certificate(pem: read(serverFile)))?.end ?? .distantPast
      if end < now + Self.renewal { try renew(now: now) }
      let server = try read(serverFile)
      return try TLSContext(certificate: Certificate(pem: server), key: PrivateKey(pem: server))
    } catch {
      throw SimulatorError(
        .badCertificates,
        "The certificates in \(path) cannot be used (\(error)): delete the folder, and new ones are made")
    }
  }

  /// Creates all files in a temporary folder and renames it, so that no process sees a partial folder. If two processes
  /// do so at the same time, one of them wins.
  private func make(now: Date) throws(SimulatorError) {
    let files = FileManager.default
    let draft = path + ".new-\(UUID().uuidString)"
    defer { try? files.removeItem(atPath: draft) }
    do {
      try files.createDirectory(
        atPath: draft, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let authority = try CertificateAuthority(now: now)
      let folder = CertificateFolder(path: draft)
      try Self.write(authority.certificatePEM(), to: folder.authorityFile, mode: 0o644)
      try Self.write(authority.keyPEM(), to: folder.authorityKeyFile, mode: 0o600)
      try Self.write(authority.issueServerPEM(now: now), to: folder.serverFile, mode: 0o600)
      try Self.rename(draft, to: path)
    } catch {
      if files.fileExists(atPath: authorityFile) { return }
      throw SimulatorError(
        .badCertificates, "The certificates cannot be made in \(path) (\(error)): choose a new or an empty folder")
    }
  }

  private func renew(now: Date) throws {
    let authority = try CertificateAuthority(certificatePEM: read(authorityFile), keyPEM: read(authorityKeyFile))
    let draft = serverFile + ".new-\(UUID().uuidString)"
    try Self.write(authority.issueServerPEM(now: now), to: draft, mode: 0o600)
    try Self.rename(draft, to: serverFile)
  }

  private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// Renames a file over another one, or a folder over an empty one, atomically. Foundation's functions remove the
  /// target first.
  private static func rename(_ path: String, to target: String) throws(POSIXError) {
    guard unsafe Glibc.rename(path, target) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  /// Writes a file. Its folder is accessible to the owner only, so no other user sees the file before its mode is set.
  private static func write(_ text: String, to path: String, mode: mode_t) throws(SystemError) {
    let descriptor = try Descriptor.create(path, permissions: mode, isNew: true)
    defer { close(descriptor) }
    guard Descriptor.write(text.utf8, to: descriptor) else { throw SystemError() }
  }
}
