import Foundation
import Testing

@testable import Workers

@Suite struct WorkerFoldersTests {
  @Test func theFoldersOfKilledHostsAreRemoved() throws {
    let base = FileManager.default.temporaryDirectory.path + "/swiftlet-test-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: base) }
    let past = Date().addingTimeInterval(-7200)
    // A host was killed before its folder had its lock, one after that; one is about to lock its folder.
    let abandoned = ["swiftlet-new-killed", "swiftlet-workers-killed"].map { ($0, past) }
    for (name, changed) in abandoned + [("swiftlet-new-now", Date())] {
      try FileManager.default.createDirectory(atPath: "\(base)/\(name)", withIntermediateDirectories: true)
      #expect(FileManager.default.createFile(atPath: "\(base)/\(name)/lock", contents: nil))
      try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: "\(base)/\(name)")
    }
    let folders = try WorkerFolders(in: base)
    let own = folders.path.dropFirst(base.count + 1)
    let other = try WorkerFolders(in: base)
    let second = other.path.dropFirst(base.count + 1)
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: base))
        == ["swiftlet-new-now", String(own), String(second)])
    folders.removeAll()
    other.removeAll()
    #expect(try FileManager.default.contentsOfDirectory(atPath: base) == ["swiftlet-new-now"])
  }
}
