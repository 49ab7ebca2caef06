import Foundation
import Testing

@testable import Host

@Suite struct UploadFileTests {
  /// Another host starts between the creation of a file and its lock. It has removed the first one, and is about to
  /// remove the second one.
  @Test func aNewFileThatAnotherHostRemovesIsCreatedAgain() async throws {
    try await withFolder { folder in
      let root = try StorageFolder(at: folder.path())
      let uploads = folder.appending(path: ".uploads").path()
      var created: Set<String> = []
      var sweep: CInt = -1
      let file = try UploadFile(below: root) {
        let new = Set((try? FileManager.default.contentsOfDirectory(atPath: uploads)) ?? []).subtracting(created)
        created.formUnion(new)
        switch created.count {
        case 1: UploadFile.removeAbandoned(below: root)
        case 2:
          sweep = (try? root.folder([UploadFile.folder[...]]).open(new.first ?? "")) ?? -1
          #expect(flock(sweep, LOCK_EX | LOCK_NB) == 0)
        default: break
        }
      }
      close(sweep)
      #expect(created.count == 3)
      UploadFile.removeAbandoned(below: root)
      #expect(try FileManager.default.contentsOfDirectory(atPath: uploads).count == 1)
      try file.publish(as: "a.png", in: root, replacing: false)
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: "a.png").path()))
    }
  }
}
