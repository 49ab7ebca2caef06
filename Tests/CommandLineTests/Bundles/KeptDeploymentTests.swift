import Channel
import Edge
import Foundation
import Testing
import Wire

@testable import Swiftlet

/// `deploy`, `rollback` and `bundles` without a running host.
@Suite struct KeptDeploymentTests {
  private struct Report: Decodable {
    let digest: String
  }

  private struct Standing: Decodable {
    let digest: String
    let state: String
    let reversible: Bool
  }

  private let console: Console

  init() throws { console = try Console(Application()) }

  /// Deploys an executable that prints a manifest with one function.
  ///
  /// - Returns: its digest.
  private func deploy(_ bundle: String, _ function: String) async throws -> String {
    let name = "\(bundle)-\(function)"
    let endpoint = Function(function, access: .anyone) { _ in ["a": 1] }
    let manifest = Manifest(bundle: bundle, functions: [ManifestFunction(endpoint)])
    try console.folder.write("\(name).json", Self.text(manifest))
    let executable = try console.folder.write(script: name, "exec /bin/cat '\(console.folder.path)/\(name).json'")
    let deployed = await console.run("deploy", bundle, executable, "--json")
    #expect(deployed.code == 0, "\(deployed.error)")
    return try deployed.json(as: Report.self).digest
  }

  /// The versions, the newest first.
  private func standings() async throws -> [Standing] { try await console.run("bundles", "--json").json() }

  private static func text(_ manifest: Manifest) throws -> String {
    String(decoding: try Wire.encode(manifest), as: UTF8.self)
  }

  /// The path of a version's executable; with `.json`, that of its kept manifest.
  private func kept(_ digest: String) -> String { "data.sqlite-bundles/\(digest)" }

  private var index: String { get throws { try console.folder.read("data.sqlite-bundles/index.json") } }

  /// Expects that a rollback is refused with this message, and changes nothing.
  private func expectRefusal(
    _ message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try index
    let result = await console.run("rollback", "notes")
    #expect(result.code == 1, sourceLocation: sourceLocation)
    #expect(result.error.hasPrefix("error: \(message)\n"), "\(result.error)", sourceLocation: sourceLocation)
    let after = try index
    #expect(after == before, sourceLocation: sourceLocation)
  }

  @Test func aRollbackTakesTheVersionBefore() async throws {
    let (one, two) = (try await deploy("notes", "one"), try await deploy("notes", "two"))
    // A version that cannot be read any more is no reason to stay with it.
    for name in [kept(two), "\(kept(two)).json"] {
      try FileManager.default.removeItem(atPath: "\(console.folder.path)/\(name)")
    }
    let result = await console.run("rollback", "notes", "--json")
    #expect(result.code == 0, "\(result.error)")
    #expect(try result.json(as: Report.self).digest == one)
    try await expectRefusal("There is no version of notes before \(one.prefix(12))")
  }

  @Test func aRollbackToANameThatIsTakenIsRefused() async throws {
    _ = try await deploy("notes", "one")
    _ = try await deploy("notes", "two")
    _ = try await deploy("other", "one")
    try await expectRefusal("The bundle notes has a function named one, and so has the bundle other")
  }

  /// The manifest of the version is kept, so the executable is not run.
  @Test(arguments: ["missing", "damaged"])
  func aRollbackToAnExecutableThatCannotRunIsRefused(_ fault: String) async throws {
    let one = try await deploy("notes", "one")
    _ = try await deploy("notes", "two")
    let path = "\(console.folder.path)/\(kept(one))"
    if fault == "missing" {
      try FileManager.default.removeItem(atPath: path)
    } else {
      try console.folder.write(kept(one), "another text")
    }
    try await expectRefusal("notes cannot be rolled back to \(one.prefix(12)): the executable \(path) is \(fault)")
  }

  @Test func aRollbackToAnotherProtocolIsRefused() async throws {
    let one = try await deploy("notes", "one")
    _ = try await deploy("notes", "two")
    var manifest = Manifest(bundle: "notes")
    manifest.protocolVersion = Manifest.currentProtocol + 1
    try console.folder.write("\(kept(one)).json", Self.text(manifest))
    try await expectRefusal(
      """
      The bundle notes speaks version \(manifest.protocolVersion) of the workers' protocol; \
      this host speaks version \(Manifest.currentProtocol)
      """)
  }

  @Test func aNameWithALineBreakIsShownWithoutIt() async throws {
    try console.folder.write("other.json", Self.text(Manifest(bundle: "no\ntes")))
    let executable = try console.folder.write(script: "other", "exec /bin/cat '\(console.folder.path)/other.json'")
    let refused = await console.run("deploy", "notes", executable)
    #expect(refused.code == 1)
    #expect(refused.error.hasPrefix("error: The bundle \"notes\" has no usable name: "), "\(refused.error)")
  }

  /// As by a running host: the version that a later rollback takes stays the same.
  @Test func theCurrentVersionIsNotDeployedAgain() async throws {
    let (one, two) = (try await deploy("notes", "one"), try await deploy("notes", "two"))
    #expect(await console.run("rollback", "notes").code == 0)
    let again = await console.run("deploy", "notes", "\(console.folder.path)/notes-one")
    #expect(again.code == 0)
    #expect(again.output.hasPrefix("notes \(one.prefix(12)) is current already. No host "), "\(again.output)")
    let versions = try await standings().map(\.digest)
    #expect(versions == [two, one])
  }

  @Test func theCurrentVersionIsShown() async throws {
    _ = try await deploy("notes", "one")
    _ = try await deploy("notes", "two")
    var versions = try await standings()
    #expect(versions.map(\.state) == ["current", "kept"])
    #expect(versions.map(\.reversible) == [true, false])
    #expect(await console.run("rollback", "notes").code == 0)
    versions = try await standings()
    #expect(versions.map(\.state) == ["kept", "current"])
    #expect(versions.allSatisfy { !$0.reversible })
    let table = await console.run("bundles").output
    #expect(table.contains(/notes +[0-9a-f]{12} +current +- +- +- +deployed +\d/), "\(table)")
  }
}
