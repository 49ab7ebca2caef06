import Channel
import Console
import Edge
import SwiftletTesting
import Testing
import Workers

@testable import Swiftlet

/// The settings in force that the console shows of a function of a bundle.
@Suite struct FunctionSettingsTests {
  @Test func settingsOfWorkersAreThoseOfTheGroup() throws {
    let names = ["alone", "large", "small"]
    let configuration = try Loading(
      config: """
        [functions.small]
        group = "pair"
        memory = "64MiB"
        sandbox = "open"
        cpu_soft = "1.5s"
        [functions.large]
        group = "pair"
        memory = "512MiB"
        policy = "oneshot"
        [functions.alone]
        memory = "64MiB"
        sandbox = "open"
        """
    ).load(functions: Set(names))
    let manifest = Manifest(
      bundle: "b", functions: names.map { name in ManifestFunction(Function(name, access: .anyone) { _ in 1 }) })
    let bundle = try LoadedBundle(
      manifest, version: BundleVersion(bundle: "b", digest: "d", executable: "/b"),
      groups: configuration.workers.functions.compactMapValues(\.group)
    ) { _ in NoCalls() }
    let application = try Application().adding([bundle])
    let functions = HostedFunctions(configuration: { configuration }, application: { application })
    func shown(_ name: String) throws -> [PrintedSetting] {
      let keys = ["policy", "memory", "cpu_soft", "sandbox"]
      return try #require(functions.details(of: name)).settings.filter { keys.contains($0.key) }
    }
    #expect(
      try shown("small") == [
        PrintedSetting("policy", "oneshot", from: "config.toml [functions.large] policy"),
        PrintedSetting("memory", "512MiB", from: "config.toml [functions.large] memory"),
        PrintedSetting("cpu_soft", "1.5s", from: "config.toml [functions.small] cpu_soft"),
        PrintedSetting("sandbox", "strict", from: "default"),
      ])
    #expect(
      try shown("alone") == [
        PrintedSetting("policy", "per_worker", from: "default"),
        PrintedSetting("memory", "64MiB", from: "config.toml [functions.alone] memory"),
        PrintedSetting("cpu_soft", "1s", from: "default"),
        PrintedSetting("sandbox", "open", from: "config.toml [functions.alone] sandbox"),
      ])
  }
}
