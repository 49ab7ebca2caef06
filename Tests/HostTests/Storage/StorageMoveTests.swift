import Edge
import Foundation
import Testing

@testable import Host

/// Moves of files in the embedded storage.
@Suite struct StorageMoveTests {
  /// Moves a file of `pictures`, to another bucket if one is named.
  private func move(
    _ from: String, to: String, in bucket: String? = nil, replacing: Bool = false, token: String?,
    _ storage: StorageHarness
  ) async throws -> String {
    var body: JSONObject = ["bucketId": "pictures", "sourceKey": .string(from), "destinationKey": .string(to)]
    if let bucket { body["destinationBucket"] = .string(bucket) }
    let answer = try await storage.send(
      .post, "/object/move", token: token, headers: replacing ? [.upsert: "true"] : [:], body.json)
    return answer.status == 200 ? "moved" : answer.refusal
  }

  private func bytes(_ path: String, _ storage: StorageHarness) -> [UInt8]? {
    (try? Data(contentsOf: storage.folder.appending(path: path))).map { [UInt8]($0) }
  }

  @Test func aFileMovedOntoItselfStays() async throws {
    try await withStorage { storage in
      let (token, folder) = (try storage.token(storage.user), storage.user.lowercased)
      let picture = StorageHarness.picture(1)
      for path in ["\(folder)/1.png", "1.png"] {
        _ = try await storage.send(.post, "/object/pictures/\(path)", token: storage.serviceKey, picture)
      }
      func move(_ path: String, replacing: Bool, _ token: String?) async throws -> String {
        try await self.move(path, to: path, replacing: replacing, token: token, storage)
      }
      let before = try await storage.send(.get, "/object/info/pictures/\(folder)/1.png", token: token)
      #expect(try await move("\(folder)/1.png", replacing: true, token) == "moved")
      #expect(try await move("\(folder)/1.png", replacing: false, token) == "400 409 Duplicate")
      #expect(try await move("\(folder)/none.png", replacing: true, token) == "400 404 not_found")
      #expect(try await move("1.png", replacing: true, token) == "400 403 Unauthorized")
      let other = try storage.token(storage.other)
      #expect(try await move("\(folder)/1.png", replacing: true, other) == "400 404 not_found")
      let after = try await storage.send(.get, "/object/info/pictures/\(folder)/1.png", token: token)
      #expect(after.body == before.body)
      #expect(storage.files == ["pictures/1.png", "pictures/\(folder)/1.png"].sorted())
      #expect(bytes("pictures/\(folder)/1.png", storage) == picture)
    }
  }

  @Test func theMetadataMovesWithTheFile() async throws {
    try await withStorage { storage in
      let (token, folder) = (try storage.token(storage.user), storage.user.lowercased)
      let metadata = try #require(HTTPField.Name("x-metadata"))
      let stored = try await storage.send(
        .post, "/object/pictures/\(folder)/trip/1.png", token: token,
        headers: [.cacheControl: "max-age=60", metadata: Data(#"{"a":1}"#.utf8).base64EncodedString()],
        StorageHarness.picture(1))
      #expect(stored.status == 200)
      let before = try await storage.send(.get, "/object/info/pictures/\(folder)/trip/1.png", token: token)
      storage.host.clock.advance(by: 60)
      #expect(try await move("\(folder)/trip/1.png", to: "\(folder)/2.png", token: token, storage) == "moved")
      let after = try await storage.send(.get, "/object/info/pictures/\(folder)/2.png", token: token)
      #expect(after.status == 200)
      for name in ["created_at", "last_modified", "etag", "size", "content_type", "cache_control", "metadata"] {
        #expect(after.json[name] == before.json[name], "\(name)")
      }
      #expect(after.json["metadata"] == ["a": 1])
      // The folder went with its last file.
      let left = try FileManager.default.contentsOfDirectory(
        atPath: storage.folder.appending(path: "pictures/\(folder)").path())
      #expect(left == ["2.png"])
    }
  }

  /// A file that was put there by hand has no type but that of its name.
  @Test func aFileWithoutMetadataKeepsItsType() async throws {
    try await withStorage { storage in
      let service = try storage.serviceKey
      try FileManager.default.createDirectory(
        at: storage.folder.appending(path: "pictures"), withIntermediateDirectories: true)
      try Data("<svg/>".utf8).write(to: storage.folder.appending(path: "pictures/note"))
      #expect(try await move("note", to: "note.svg", token: service, storage) == "moved")
      let info = try await storage.send(.get, "/object/info/pictures/note.svg", token: service)
      #expect(info.json["content_type"] == "application/octet-stream")
    }
  }

  @Test func oneOfTwentyFourMovesSucceeds() async throws {
    try await withStorage { storage in
      let service = try storage.serviceKey
      _ = try await storage.send(.post, "/object/pictures/1.png", token: service, StorageHarness.picture(1))
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 1...24 {
          group.addTask { try await move("1.png", to: "moved/\(number).png", token: service, storage) }
        }
        var answers: [String] = []
        for try await answer in group { answers.append(answer) }
        return answers
      }
      #expect(answers.filter { $0 == "moved" }.count == 1)
      #expect(answers.filter { $0 == "400 404 not_found" }.count == 23)
      #expect(storage.files.count == 1)
      #expect(storage.files.first?.hasPrefix("pictures/moved/") == true)
    }
  }

  @Test func anUploadToTheSourceIsNotLost() async throws {
    try await withStorage { storage in
      let service = try storage.serviceKey
      for round in UInt8(1)...50 {
        let (old, new) = (StorageHarness.picture(0, count: 100_000), StorageHarness.picture(round))
        _ = try await storage.send(.put, "/object/pictures/1.png", token: service, old)
        async let moved = move("1.png", to: "moved/\(round).png", token: service, storage)
        async let stored = storage.send(.put, "/object/pictures/1.png", token: service, new)
        let answers = try await (moved, stored.status)
        #expect(answers == ("moved", 200))
        let (source, destination) = (bytes("pictures/1.png", storage), bytes("pictures/moved/\(round).png", storage))
        #expect(source == new && destination == old || source == nil && destination == new)
      }
    }
  }

  @Test func theRulesOfTheOtherBucketApply() async throws {
    try await withStorage {
      $0.buckets["photos"]?.fileSize = 1000
      $0.buckets["documents"] = StorageConfiguration.Bucket()
      $0.buckets["documents"]?.types = ["application/pdf"]
    } _: { storage in
      let (token, folder) = (try storage.token(storage.user), storage.user.lowercased)
      let (small, large) = ("\(folder)/small.png", "\(folder)/large.png")
      for (path, count) in [("pictures/\(small)", 1000), ("pictures/\(large)", 1001), ("photos/\(folder)/1.png", 64)] {
        let picture = StorageHarness.picture(1, count: count)
        #expect(try await storage.send(.post, "/object/\(path)", token: token, picture).status == 200)
      }
      func moved(_ path: String, _ bucket: String, _ new: String, replacing: Bool = false) async throws -> String {
        try await move(path, to: new, in: bucket, replacing: replacing, token: token, storage)
      }
      #expect(try await moved(large, "photos", "\(folder)/2.png") == "400 413 Payload too large")
      #expect(try await moved(small, "documents", "\(folder)/2.png") == "400 415 invalid_mime_type")
      #expect(try await moved(small, "none", "\(folder)/2.png") == "400 404 Bucket not found")
      #expect(try await moved(small, "photos", "2.png") == "400 403 Unauthorized")
      #expect(
        try await moved(small, "photos", "\(storage.other.lowercased)/2.png") == "400 403 Unauthorized")
      #expect(try await moved(small, "photos", "\(folder)/.2.png") == "400 400 InvalidKey")
      #expect(try await moved(small, "photos", "\(folder)/1.png") == "400 409 Duplicate")
      #expect(storage.files.count == 3)
      #expect(try await moved(small, "photos", "\(folder)/1.png", replacing: true) == "moved")
      #expect(storage.files == ["photos/\(folder)/1.png", "pictures/\(large)"])
      #expect(bytes("photos/\(folder)/1.png", storage)?.count == 1000)
    }
  }

  @Test func namesThatStandInTheWay() async throws {
    try await withStorage { storage in
      let service = try storage.serviceKey
      for path in ["a/b.png", "1.png"] {
        _ = try await storage.send(.post, "/object/pictures/\(path)", token: service, StorageHarness.picture(1))
      }
      for name in ["a", "a/b.png/c.png", "1.png/2.png"] {
        for replacing in [false, true] {
          #expect(
            try await move("1.png", to: name, replacing: replacing, token: service, storage) == "400 409 Duplicate")
        }
      }
      #expect(storage.files == ["pictures/1.png", "pictures/a/b.png"])
    }
  }

  @Test func aMoveWithinAUsersFilesNeedsNoQuota() async throws {
    try await withStorage {
      $0.userQuota = StorageConfiguration.leastFile
    } _: { storage in
      let (token, folder) = (try storage.token(storage.user), storage.user.lowercased)
      let upper = "\(storage.user.uuidString)/2.png"
      let picture = StorageHarness.picture(1)
      #expect(
        try await storage.send(.post, "/object/pictures/\(folder)/1.png", token: token, picture).status == 200)
      #expect(
        try await storage.send(.post, "/object/pictures/\(folder)/2.png", token: token, picture).refusal
          == "400 413 Payload too large")
      #expect(try await move("\(folder)/1.png", to: upper, token: token, storage) == "moved")
      #expect(storage.files == ["pictures/\(upper)"])
      // A file of another owner counts.
      let shared = ObjectKey(bucket: "pictures", path: "1.png")
      _ = try await storage.send(.post, "/object/pictures/1.png", token: storage.serviceKey, picture)
      let embedded = try #require(storage.host.host.services.storage as? EmbeddedStorage)
      do {
        try await embedded.move(
          shared, to: ObjectKey(bucket: "pictures", path: "\(folder)/3.png"), replacing: false,
          for: StorageWriter(.user(storage.user)) { false })
        Issue.record("nothing was thrown")
      } catch {
        #expect((error as? StorageRefusal)?.statusCode == 413)
      }
      #expect(storage.files.contains("pictures/1.png"))
    }
  }
}
