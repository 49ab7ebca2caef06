import Foundation
import Testing
import Wire

@testable import Workers

@Suite struct BundleIndexTests {
  private let date = Date(timeIntervalSince1970: 1_800_000_000)

  private func index(_ digests: String...) -> BundleIndex {
    var index = BundleIndex()
    for digest in digests { index.deploy("notes", digest: digest, at: date) }
    return index
  }

  private func versions(_ index: BundleIndex) -> [String] { index.bundles["notes"]?.versions.map(\.digest) ?? [] }

  @Test func aDeploymentIsCurrentAndTheOneBeforeIsItsRollback() throws {
    var index = index("a", "b")
    #expect(index.bundles["notes"]?.current == "b")
    try index.rollBack("notes")
    #expect(index.bundles["notes"]?.current == "a")
    #expect(throws: BundleFault.self) { try index.rollBack("notes") }
  }

  @Test func aDeploymentAfterARollbackRollsBackToWhatWasServed() throws {
    var index = index("a", "b", "c")
    try index.rollBack("notes")
    index.deploy("notes", digest: "d", at: date)
    #expect(versions(index) == ["a", "c", "b", "d"])
    try index.rollBack("notes")
    #expect(index.bundles["notes"]?.current == "b")
  }

  @Test func aVersionIsListedOnce() {
    #expect(versions(index("a", "b", "a")) == ["b", "a"])
    #expect(versions(index("a", "a")) == ["a"])
  }

  @Test func fiveVersionsAreKept() {
    #expect(versions(index("a", "b", "c", "d", "e", "f", "g")) == ["c", "d", "e", "f", "g"])
  }

  @Test func anUndeployedBundleIsGone() throws {
    var index = index("a")
    try index.undeploy("notes")
    #expect(index.digests.isEmpty)
    #expect(throws: BundleFault("No bundle named notes is deployed", hint: "none is deployed")) {
      try index.undeploy("notes")
    }
  }

  @Test func itsTextIsReadBack() throws {
    let index = index("a", "b")
    #expect(try Wire.decode(BundleIndex.self, from: Wire.encode(index)) == index)
  }
}
