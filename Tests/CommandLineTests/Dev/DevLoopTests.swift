import Foundation
import Synchronization
import Testing

@testable import Swiftlet

@Suite struct DevLoopTests {
  /// A package that is seen in one state after the other, also once after each build, and whose builds end one after
  /// the other.
  private final class Script: Sendable {
    let said = Mutex<[String]>([])
    private let states: Mutex<[Int]>
    private let outcomes: Mutex<[PackageBuild.Outcome]>

    init(states: [Int], outcomes: [PackageBuild.Outcome]) {
      self.states = Mutex(states)
      self.outcomes = Mutex(outcomes)
    }

    static func snapshot(_ size: Int) -> SourceSnapshot {
      SourceSnapshot(files: ["Sources/Greet.swift": .init(modified: 0, size: size)])
    }

    /// Runs the loop until all states were seen.
    func run(deploy: @escaping @Sendable (String) async throws -> String) async throws {
      let loop = DevLoop(
        package: .init(
          snapshot: { [self] in Self.snapshot(states.withLock { $0.removeFirst() }) },
          build: { [self] in outcomes.withLock { $0.removeFirst() } }),
        deployed: Self.snapshot(0), deploy: deploy,
        pause: { [self] in if states.withLock({ $0.isEmpty }) { throw CancellationError() } },
        now: { .zero }, say: { [self] line in said.withLock { $0.append(line) } })
      try await loop.run()
      #expect(outcomes.withLock { $0.isEmpty })
    }
  }

  @Test func aChangeIsBuiltAndDeployedOnce() async throws {
    let script = Script(states: [0, 0, 1, 1, 1], outcomes: [.built("/notes")])
    try await script.run { path in "Serving \(path)." }
    #expect(
      script.said.withLock { $0 } == [
        "Sources/Greet.swift changed: building …", "Serving /notes. Built in 0 ms, up after 0 ms.",
      ])
  }

  @Test func aBuildThatFailsIsShownAndNotDeployed() async throws {
    let script = Script(
      states: [1, 1, 2, 2], outcomes: [.failed(BuildOutput("a.swift:1:1: error: no")), .built("/notes")])
    try await script.run { path in "Serving \(path)." }
    let said = script.said.withLock { $0 }
    #expect(said.count == 5)
    #expect(said[1] == "a.swift:1:1: error: no")
    #expect(said[2] == "The build failed with 1 error after 0 ms. The last good version stays up.")
  }

  @Test func anExecutableThatIsRefusedLeavesTheLastVersion() async throws {
    let script = Script(states: [1, 1], outcomes: [.built("/notes")])
    try await script.run { _ in throw Failure(.failed, "no such function") }
    #expect(script.said.withLock { $0.last }?.hasSuffix("The last good version stays up.") == true)
  }

  @Test func aChangeDuringABuildBeginsTheNext() async throws {
    let script = Script(states: [1, 2, 2, 2], outcomes: [.built("/first"), .built("/second")])
    try await script.run { path in path }
    #expect(script.said.withLock { $0.last?.hasPrefix("/second") } == true)
  }

  @Test func pinsThatABuildWritesAreNoChange() throws {
    let folder = try TemporaryFolder()
    try folder.write("Package.swift", "")
    let before = SourceSnapshot(of: folder.path)
    try folder.write("Package.resolved", "{}")
    let after = SourceSnapshot(of: folder.path)
    #expect(after.changes(since: before) == ["Package.resolved"])
    #expect(after.changes(since: before.withPins(of: after)).isEmpty)
    try folder.write("Package.swift", "// changed")
    #expect(SourceSnapshot(of: folder.path).changes(since: before.withPins(of: after)) == ["Package.swift"])
  }

  @Test func aSnapshotNamesWhatHasChanged() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: "\(folder.path)/Sources/Notes", withIntermediateDirectories: true)
    try folder.write("Package.swift", "")
    try folder.write("Sources/Notes/Greet.swift", "a")
    let first = SourceSnapshot(of: folder.path)
    #expect(SourceSnapshot(of: folder.path).changes(since: first).isEmpty)
    try folder.write("Sources/Notes/Greet.swift", "ab")
    try folder.write("Sources/Notes/More.swift", "")
    let second = SourceSnapshot(of: folder.path)
    #expect(second.changes(since: first) == ["Sources/Notes/Greet.swift", "Sources/Notes/More.swift"])
    try FileManager.default.removeItem(atPath: "\(folder.path)/Sources/Notes/More.swift")
    #expect(SourceSnapshot(of: folder.path).changes(since: second) == ["Sources/Notes/More.swift"])
  }

  @Test func aChangeBehindALinkIsSeen() throws {
    let (folder, shared) = (try TemporaryFolder(), try TemporaryFolder())
    let files = FileManager.default
    try files.createDirectory(atPath: "\(folder.path)/Sources", withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: "\(folder.path)/Sources/Shared", withDestinationPath: shared.path)
    // A link to a folder around it.
    try files.createSymbolicLink(atPath: "\(shared.path)/Around", withDestinationPath: "\(folder.path)/Sources")
    try shared.write("Greet.swift", "a")
    let first = SourceSnapshot(of: folder.path)
    try shared.write("Greet.swift", "ab")
    #expect(SourceSnapshot(of: folder.path).changes(since: first) == ["Sources/Shared/Greet.swift"])
  }
}
