import Testing

@testable import Workers

/// Bundles that the start has left out.
extension BundleDeployerTests {
  /// As if its manifest had not come in time.
  @Test func aBundleThatTheStartHasLeftOutIsTriedAgain() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let host = deployer(folder.store, serving)
    _ = try await deployer(folder.store, RecordedServing()).deploy("notes", try folder.executable("notes:one"))
    serving.refuse(check: BundleFault("no", hint: "wait"))
    try await host.start([], isStrict: true)
    #expect(serving.served.isEmpty)
    #expect(host.problems == ["the bundle notes is not served: no (wait)"])
    try await host.takeIndex()
    #expect(serving.served.isEmpty)
    serving.refuse(check: nil)
    #expect(try await host.takeIndex())
    #expect(serving.served == ["notes:one"])
    #expect(host.problems.isEmpty)
  }

  @Test func aBundleThatAnotherExecutableServesIsNotMissed() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let host = deployer(folder.store, serving)
    for path in [folder.store, folder.run] { try BundleStore(folder: path).make() }
    let files = [
      BundleFile(configured: "notes", path: try folder.executable("garbage")),
      BundleFile(flag: try folder.executable("notes:one")),
    ]
    try await host.start(files, isStrict: true)
    #expect(serving.served == ["notes:one"])
    #expect(host.problems.isEmpty)
    #expect(await host.isComplete)
  }

  @Test func aBundleThatIsUndeployedElsewhereIsNoLongerMissed() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let host = deployer(folder.store, serving)
    let command = deployer(folder.store, RecordedServing())
    _ = try await command.deploy("notes", try folder.executable("notes:one"))
    serving.refuse(check: BundleFault("no"))
    try await host.start([], isStrict: true)
    try await host.takeIndex()
    #expect(host.problems.count == 1)
    serving.refuse(check: nil)
    _ = try await command.undeploy("notes")
    try await host.takeIndex()
    #expect(host.problems.isEmpty)
    #expect(try await host.standings().isEmpty)
  }
}
