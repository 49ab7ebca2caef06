import Foundation
import Testing

@testable import Simulator

@Suite struct CertificateTests {
  private func withFolder(_ body: (CertificateFolder) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "simulator-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(CertificateFolder(path: path))
  }

  private func contents(_ folder: CertificateFolder) throws -> [String: String] {
    var texts: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      texts[name] = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }
    return texts
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func certificatesAreCreatedOnceAndReused() throws {
    try withFolder { folder in
      _ = try folder.tlsContext(now: Date())
      let first = try contents(folder)
      #expect(first.keys.sorted() == ["ca-key.pem", "ca.pem", "server.pem"])
      #expect(try mode(folder.path) == 0o700)
      #expect(try mode(folder.path + "/ca.pem") == 0o644)
      #expect(try mode(folder.path + "/ca-key.pem") == 0o600)
      #expect(try mode(folder.path + "/server.pem") == 0o600)
      _ = try folder.tlsContext(now: Date())
      #expect(try contents(folder) == first)
    }
  }

  @Test func anEmptyFolderIsUsed() throws {
    try withFolder { folder in
      try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
      _ = try folder.tlsContext(now: Date())
      #expect(try contents(folder).count == 3)
    }
  }

  @Test func theServerCertificateIsRenewedUnderTheSameAuthority() throws {
    try withFolder { folder in
      _ = try folder.tlsContext(now: Date())
      let first = try contents(folder)
      _ = try folder.tlsContext(now: Date() + 699 * 86_400)
      #expect(try contents(folder) == first)
      _ = try folder.tlsContext(now: Date() + 701 * 86_400)
      let second = try contents(folder)
      #expect(second.keys.sorted() == first.keys.sorted())
      #expect(second["ca.pem"] == first["ca.pem"])
      #expect(second["server.pem"] != first["server.pem"])
      #expect(try mode(folder.path + "/server.pem") == 0o600)
    }
  }

  @Test func damagedOrForeignFoldersAreNamed() throws {
    try withFolder { folder in
      _ = try folder.tlsContext(now: Date())
      try Data("no PEM".utf8).write(to: URL(filePath: folder.path + "/server.pem"))
      _ = try folder.tlsContext(now: Date())
      try Data("no PEM".utf8).write(to: URL(filePath: folder.path + "/server.pem"))
      try Data("no PEM".utf8).write(to: URL(filePath: folder.path + "/ca-key.pem"))
      let error = #expect(throws: SimulatorError.self) { try folder.tlsContext(now: Date()) }
      #expect(error?.code == .badCertificates)
      #expect(error?.description.hasSuffix("delete the folder, and new ones are made") == true)
    }
    try withFolder { folder in
      try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: URL(filePath: folder.path + "/mine.txt"))
      let error = #expect(throws: SimulatorError.self) { try folder.tlsContext(now: Date()) }
      #expect(error?.code == .badCertificates)
      #expect(try contents(folder) == ["mine.txt": "mine"])
    }
  }

  @Test func certificatesHaveTheirExtensions() async throws {
    let path = NSTemporaryDirectory() + "simulator-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try CertificateFolder(path: path).tlsContext(now: Date())
    let (authority, server) = (path + "/ca.pem", path + "/server.pem")
    let purpose = ["-purpose", "sslserver", "-verify_ip", "127.0.0.1", "-CAfile", authority, server]
    #expect(try await run(["openssl", "verify", "-x509_strict"] + purpose) == "\(server): OK\n")
    let ca = try await run(["openssl", "x509", "-noout", "-text", "-in", authority])
    #expect(ca.contains("Subject: O = Swiftlet, CN = APNs simulator "))
    #expect(ca.contains("X509v3 Basic Constraints: critical\n                CA:TRUE, pathlen:0\n"))
    #expect(ca.contains("X509v3 Key Usage: critical\n                Certificate Sign, CRL Sign\n"))
    let leaf = try await run(["openssl", "x509", "-noout", "-text", "-in", server])
    #expect(leaf.contains("Subject: CN = localhost\n"))
    #expect(leaf.contains("X509v3 Basic Constraints: critical\n                CA:FALSE\n"))
    #expect(leaf.contains("X509v3 Key Usage: critical\n                Digital Signature\n"))
    #expect(leaf.contains("                TLS Web Server Authentication\n"))
    #expect(leaf.contains("                DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1\n"))
    let names = ["X509v3 Subject Key Identifier", "X509v3 Authority Key Identifier"]
    #expect(names.allSatisfy { leaf.contains($0) })
  }

  /// Without a given password OpenSSL would ask for it on the terminal.
  @Test func anEncryptedKeyIsRefusedWithoutAPrompt() async throws {
    let pem = try await run([
      "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-aes-128-cbc", "-pass",
      "pass:x",
    ])
    #expect(pem.hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----"))
    #expect(throws: OpenSSLError.self) { try PrivateKey(pem: pem) }
  }

  @Test func concurrentStartsUseOneAuthority() async throws {
    let path = NSTemporaryDirectory() + "simulator-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { _ = try CertificateFolder(path: path).tlsContext(now: Date()) } }
      try await group.waitForAll()
    }
    #expect(try contents(CertificateFolder(path: path)).count == 3)
    let siblings = try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
    let name = URL(filePath: path).lastPathComponent
    #expect(siblings.filter { $0.hasPrefix(name) } == [name])
  }
}
