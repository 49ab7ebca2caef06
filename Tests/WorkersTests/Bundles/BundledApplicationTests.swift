import Channel
import Edge
import SwiftletTesting
import Testing

@testable import Workers

@Suite struct BundledApplicationTests {
  private func bundle(_ manifest: Manifest) throws(BundleFault) -> LoadedBundle {
    let version = BundleVersion(bundle: manifest.bundle, digest: manifest.bundle, executable: "/\(manifest.bundle)")
    return try LoadedBundle(manifest, version: version) { _ in NoCalls() }
  }

  private func manifest(
    _ name: String, functions: [String] = [], jobs: [String] = [], migrations: [MigrationSet] = []
  ) -> Manifest {
    Manifest(
      bundle: name, functions: functions.map { name in ManifestFunction(Function(name) { _ in 1 }) },
      jobs: jobs.map { ManifestJob(Job($0, every: "@daily") { _ in }) },
      migrations: migrations.map(ManifestMigrations.init))
  }

  private func sum(_ manifests: Manifest...) throws(BundleFault) -> BundledApplication {
    var bundles: [LoadedBundle] = []
    for manifest in manifests { bundles.append(try bundle(manifest)) }
    return try BundledApplication(bundles)
  }

  @Test func bundlesAreSummed() throws {
    let sum = try sum(manifest("b", functions: ["two"], jobs: ["nightly"]), manifest("a", functions: ["one"]))
    #expect(sum.functions.map(\.name) == ["one", "two"])
    #expect(sum.jobs.map(\.name) == ["nightly"])
    #expect(sum.functions.compactMap { ($0 as? BundledEndpoint)?.group } == ["one", "two"])
  }

  @Test func aTakenNameIsRefusedWithItsOwner() throws {
    #expect(
      throws: BundleFault(
        "The bundle b has a function named one, and so has the bundle a",
        hint: "rename one of them, or undeploy a first")
    ) { _ = try sum(manifest("a", functions: ["one"]), manifest("b", functions: ["one"])) }
    #expect(
      throws: BundleFault(
        "The bundle b has a job named one, and the bundle a has a function of that name: the queue runs both by their names",
        hint: "rename one of them, or undeploy a first")
    ) { _ = try sum(manifest("a", functions: ["one"]), manifest("b", jobs: ["one"])) }
    #expect(throws: BundleFault("The bundle a has two functions named one", hint: "rename one of them")) {
      _ = try sum(manifest("a", functions: ["one", "one"]))
    }
    let bundle = try bundle(manifest("a", functions: ["one"]))
    #expect(
      throws: BundleFault(
        "The bundle a has a function named one, and so has this program", hint: "rename the bundle's")
    ) { _ = try BundledApplication([bundle], functions: [Function("one") { _ in 1 }]) }
  }

  @Test func sharedMigrationsCountOnce() throws {
    let first = Migration(version: 1, name: "users", sql: "CREATE TABLE users (id INTEGER)")
    let second = Migration(version: 2, name: "names", sql: "ALTER TABLE users ADD COLUMN name TEXT")
    let (old, new) = (MigrationSet(name: "users", [first]), MigrationSet(name: "users", [first, second]))
    let sum = try sum(manifest("a", migrations: [old]), manifest("b", migrations: [new]))
    #expect(sum.migrations == [new])
  }

  @Test func migrationsThatPartAreRefused() throws {
    let one = MigrationSet(name: "users", [Migration(version: 1, name: "users", sql: "SELECT 1")])
    let other = MigrationSet(name: "users", [Migration(version: 1, name: "people", sql: "SELECT 2")])
    let fault = #expect(throws: BundleFault.self) {
      _ = try sum(manifest("a", migrations: [one]), manifest("b", migrations: [other]))
    }
    #expect(
      fault?.message
        == "The bundles share the migrations users, but migration 1 (people) of the bundle b is not that of the bundle a"
    )
  }

  @Test func aManifestOfAnotherProtocolIsRefusedWithBothNumbers() {
    var manifest = manifest("a")
    manifest.protocolVersion = 0
    #expect(
      throws: BundleFault(
        "The bundle a speaks version 0 of the workers' protocol; this host speaks version 1",
        hint: "build it with this host's release of Swiftlet")
    ) { _ = try bundle(manifest) }
  }

  @Test func namesAreChecked() {
    #expect(throws: BundleFault.self) { _ = try bundle(manifest("../a")) }
    #expect(throws: BundleFault.self) { _ = try bundle(manifest("a", functions: ["no name"])) }
    #expect(throws: BundleFault.self) { _ = try bundle(manifest("a", functions: ["a\n"])) }
  }

  @Test func groupsNameFunctionsAndHaveEachOnce() {
    var manifest = manifest("a", functions: ["one", "two"])
    manifest.groups = ["both": ["one", "three"]]
    #expect(throws: BundleFault.self) { _ = try bundle(manifest) }
    manifest.groups = ["both": ["one"], "other": ["one"]]
    #expect(throws: BundleFault.self) { _ = try bundle(manifest) }
  }

  @Test func theConfigurationDecidesAboutGroupsFirst() throws {
    var manifest = manifest("a", functions: ["one", "two", "three"])
    manifest.groups = ["both": ["one", "two"]]
    let groups = try BundleGroups(manifest, configured: ["two": "own"])
    #expect(["one", "two", "three"].map { groups[$0] } == ["both", "own", "three"])
  }

  @Test func callersAreAdmittedByTheDeclaredAccess() throws {
    var manifest = Manifest(bundle: "a")
    manifest.functions = [
      ManifestFunction(Function("service", access: .serviceRole) { _ in 1 }),
      ManifestFunction(Function("open", access: .anyone) { _ in 1 }),
    ]
    let functions = try bundle(manifest).functions
    try functions[0].admit(Identity(role: .serviceRole))
    #expect(throws: AdmissionError.self) { try functions[0].admit(Identity(role: .anon)) }
    try functions[1].admit(nil)
  }
}
