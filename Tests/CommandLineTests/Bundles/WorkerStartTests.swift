import Channel
import Edge
import Testing

@testable import Swiftlet

@Suite struct WorkerStartTests {
  private func topic(of bundle: String?, environment: [String: String] = [:]) throws -> String {
    let loaded = try Loading(environment: environment).load()
    return WorkerStart("all", [], Manifest(bundle: "b", topic: bundle), loaded, dialect: .sqlite).start.push.bundleID
  }

  @Test func aBundlesOwnTopicHoldsUnlessOneIsConfigured() throws {
    #expect(try topic(of: "app.own") == "app.own")
    #expect(try topic(of: nil) == "com.example.app")
    #expect(try topic(of: "app.own", environment: ["APNS_TOPIC": "app.configured"]) == "app.configured")
  }

  /// A manifest with a function that declares a secret, one that declares none, and a seed.
  private static let manifest = Manifest(
    bundle: "b",
    functions: [
      ManifestFunction(Function("declares", access: .anyone) { _ in 1 }.secrets("KEY")),
      ManifestFunction(Function("all", access: .anyone) { _ in 1 }),
    ], hasSeed: true)

  private func start(of members: [String], _ manifest: Manifest? = Self.manifest) throws -> Start {
    let loaded = try Loading(config: "[edge_runtime.secrets]\nKEY = \"k\"\nOTHER = \"o\"").load()
    return WorkerStart("group", members, manifest, loaded, dialect: .sqlite).start
  }

  @Test func aWorkerOfDeclaredSecretsHasNoOthers() throws {
    let start = try start(of: ["declares"])
    #expect(start.commonSecrets.isEmpty)
    #expect(start.secrets.mapValues { $0.keys.sorted() } == ["declares": ["KEY", "SB_REGION"]])
  }

  @Test func aFunctionThatDeclaresNoSecretsHasAll() throws {
    let secrets = try start(of: ["declares", "all"]).secrets
    #expect(secrets["declares"]?["OTHER"] == nil)
    #expect(secrets["all"]?["OTHER"] == "o" && secrets["all"]?["SUPABASE_DB_URL"] != nil)
  }

  @Test func theWorkerOfTheSeedHasTheCommonSecrets() throws {
    #expect(try start(of: []).commonSecrets["OTHER"] == "o")
    #expect(try start(of: [], nil).commonSecrets.isEmpty)
  }
}
