import Edge
import Foundation
import NIOCore
import Synchronization
import Testing

@testable import Host

/// Uploads to the embedded storage.
@Suite struct StorageUploadTests {
  @Test func aUserStoresAndReplacesAFile() async throws {
    try await withStorage { storage in
      let token = try storage.token(storage.user)
      let path = "pictures/\(storage.user.lowercased)/deep/1.png"
      let first = try await storage.send(
        .post, "/object/\(path)", token: token, headers: [.contentType: "text/plain", .cacheControl: "max-age=60"],
        StorageHarness.picture(1))
      #expect(first.status == 200)
      #expect(first.json["Key"] == .string(path))
      let id = try #require(first.json["Id"]?.string)
      #expect(UUID(uuidString: id) != nil)
      #expect(storage.files == [path])
      let again = try await storage.send(.post, "/object/\(path)", token: token, StorageHarness.picture(2))
      #expect(again.refusal == "400 409 Duplicate")
      let read = try await storage.send(.get, "/object/\(path)", token: token)
      #expect(read.status == 200)
      #expect(read["content-type"] == "image/png")
      #expect(read["cache-control"] == "private, max-age=60")
      #expect(read["x-content-type-options"] == "nosniff")
      let upsert = try #require(HTTPField.Name("x-upsert"))
      let replaced = try await storage.send(
        .post, "/object/\(path)", token: token, headers: [upsert: "true"], StorageHarness.picture(3, count: 99))
      #expect(replaced.json["Id"]?.string == id)
      let put = try await storage.send(.put, "/object/\(path)", token: token, StorageHarness.picture(4, count: 100))
      #expect(put.status == 200)
      #expect(try await storage.send(.head, "/object/authenticated/\(path)", token: token).status == 200)
      let info = try await storage.send(.get, "/object/info/\(path)", token: token)
      #expect(info.json["size"] == 100)
      #expect(info.json["content_type"] == "image/png")
      #expect(storage.files == [path])
    }
  }

  /// A form as supabase-py sends it.
  @Test func aForm() async throws {
    try await withStorage { storage in
      let token = try storage.token(storage.user)
      let path = "pictures/\(storage.user.uuidString)/1.png"
      var form = [UInt8]("--B\r\nContent-Disposition: form-data; name=\"cacheControl\"\r\n\r\n3600\r\n".utf8)
      form += [UInt8]("--B\r\nContent-Disposition: form-data; name=\"metadata\"\r\n\r\n{\"a\":1}\r\n".utf8)
      form += [UInt8](
        "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"1.png\"\r\nContent-Type: text/plain\r\n\r\n"
          .utf8)
      form += StorageHarness.picture(13, count: 70_000) + [UInt8]("\r\n--B--\r\n".utf8)
      let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=B"]
      let answer = try await storage.send(.post, "/object/\(path)", token: token, headers: headers, form)
      #expect(answer.status == 200)
      let info = try await storage.send(.get, "/object/info/\(path)", token: token)
      #expect(info.json["size"] == 70_000)
      #expect(info.json["cache_control"] == "max-age=3600")
      #expect(info.json["metadata"] == ["a": 1])
      for broken in [form.dropLast(4), form.prefix(200), form.prefix(0)] {
        let other = "/object/pictures/\(storage.user.lowercased)/2.png"
        let answer = try await storage.send(.post, other, token: token, headers: headers, Array(broken))
        #expect(answer.refusal == "400 400 InvalidRequest")
      }
      #expect(storage.files == [path])
    }
  }

  @Test func callersThatMayNotWrite() async throws {
    try await withStorage { storage in
      let mine = "/object/pictures/\(storage.user.lowercased)/1.png"
      let picture = StorageHarness.picture(1)
      for path in [mine, "/object/photos/\(storage.other.lowercased)/1.png", "/object/pictures/1.png"] {
        for token in [nil, try storage.anonKey, "nonsense"] {
          #expect(try await storage.send(.post, path, token: token, picture).refusal == "400 403 Unauthorized")
        }
      }
      let token = try storage.token(storage.other)
      #expect(try await storage.send(.post, mine, token: token, picture).refusal == "400 403 Unauthorized")
      #expect(
        try await storage.send(.put, "/object/pictures/1.png", token: token, picture).refusal == "400 403 Unauthorized")
      #expect(storage.files.isEmpty)
      let service = try storage.serviceKey
      #expect(try await storage.send(.post, "/object/pictures/1.png", token: service, picture).status == 200)
      #expect(
        try await storage.send(.post, "/object/none/1.png", token: service, picture).refusal
          == "400 404 Bucket not found")
    }
  }

  @Test func bytesThatAreNoPicture() async throws {
    try await withStorage { storage in
      let service = try storage.serviceKey
      let html = [UInt8]("<html><script>alert(1)</script>".utf8)
      let svg = [UInt8]("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".utf8)
      for (bytes, type) in [
        (html, "image/png"), (html, "text/html"), (svg, "image/svg+xml"), (svg, "image/png"), ([], "image/png"),
      ] {
        let answer = try await storage.send(
          .post, "/object/pictures/1.png", token: service, headers: [.contentType: type], bytes)
        #expect(answer.refusal == "400 415 invalid_mime_type", "\(type)")
      }
      #expect(storage.files.isEmpty)
    }
  }

  @Test func sizesAndQuotas() async throws {
    try await withStorage {
      $0.fileSize = 100_000
      $0.userQuota = 200_000
      $0.buckets["photos"]?.fileSize = 1000
    } _: { storage in
      let token = try storage.token(storage.user)
      func upload(_ bucket: String, _ name: String, _ count: Int, _ method: HTTPRequest.Method = .post) async throws
        -> String
      {
        let path = "/object/\(bucket)/\(storage.user.lowercased)/\(name)"
        let answer = try await storage.send(method, path, token: token, StorageHarness.picture(1, count: count))
        return answer.status == 200 ? "stored" : answer.refusal
      }
      #expect(try await upload("pictures", "1.png", 100_001) == "400 413 Payload too large")
      #expect(try await upload("photos", "1.png", 1001) == "400 413 Payload too large")
      #expect(try await upload("pictures", "1.png", 100_000) == "stored")
      // A small file counts as 64 KiB.
      #expect(try await upload("photos", "1.png", 1000) == "stored")
      #expect(try await upload("photos", "2.png", 1000) == "400 413 Payload too large")
      #expect(try await upload("pictures", "1.png", 99_999, .put) == "stored")
      let upper = "/object/photos/\(storage.user.uuidString)/3.png"
      #expect(
        try await storage.send(.post, upper, token: token, StorageHarness.picture(1)).refusal
          == "400 413 Payload too large")
      #expect(try await storage.send(.post, upper, token: storage.serviceKey, StorageHarness.picture(1)).status == 200)
      #expect(storage.files.count == 3)
    }
  }

  /// The declared length is only a hint.
  @Test func aBodyThatIsLongerThanDeclared() async throws {
    try await withStorage {
      $0.fileSize = 1000
    } _: { storage in
      let answer = try await storage.send(
        .post, "/object/pictures/1.png", token: storage.serviceKey, headers: [.contentLength: "10"],
        StorageHarness.picture(1, count: 1001))
      #expect(answer.refusal == "400 413 Payload too large")
      #expect(storage.files.isEmpty)
    }
  }

  private struct Broken: Error {}

  @Test func anUploadThatBreaksOffLeavesNothing() async throws {
    try await withStorage { storage in
      let chunks = AsyncChunks([StorageHarness.picture(1), StorageHarness.picture(2)])
      let answer = try await storage.host.send(
        .post, "/storage/v1/object/pictures/f/1.png", token: storage.serviceKey,
        body: RequestBody {
          guard let chunk = chunks.next() else { throw Broken() }
          return chunk
        })
      #expect(answer.status == 400)
      #expect(storage.files.isEmpty)
      let read = try await storage.send(.get, "/object/pictures/f/1.png", token: storage.serviceKey)
      #expect(read.refusal == "400 404 not_found")
    }
  }

  /// A session that ends while the host reads the body, as with the deletion of the account.
  @Test(arguments: ["", "copy", "move"]) func aRequestOfAnEndedSessionStoresNothing(_ route: String) async throws {
    let ended = EndedSessions()
    try await withStorage(ended: ended) { storage in
      let (session, now) = (UUID(), storage.host.clock.now)
      let folder = storage.user.lowercased
      let token = try TokenMinter(secret: TokenConfiguration.developmentSecret).token(
        role: .authenticated, subject: folder, claims: [("session_id", .string(session.lowercased))], now: now)
      let first = "pictures/\(folder)/1.png"
      #expect(
        try await storage.send(.post, "/object/\(first)", token: token, StorageHarness.picture(1)).status == 200)
      let names = #"{"bucketId":"pictures","sourceKey":"\#(folder)/1.png","destinationKey":"\#(folder)/2.png"}"#
      let chunks = AsyncChunks([route.isEmpty ? StorageHarness.picture(2) : [UInt8](names.utf8)])
      let answer = try await storage.host.send(
        .post, "/storage/v1/object/\(route.isEmpty ? "pictures/\(folder)/2.png" : route)", token: token,
        body: RequestBody {
          if let chunk = chunks.next() { return chunk }
          ended.add([session], until: now.addingTimeInterval(3600), now: now)
          return nil
        })
      #expect(answer.refusal == "400 403 Unauthorized")
      #expect(answer.json["message"] == "The session has ended")
      #expect(storage.files == [first])
    }
  }

  /// Several uploads of one name: one of them is stored, whole.
  @Test func parallelUploadsOfOneName() async throws {
    try await withStorage { storage in
      let service = try storage.serviceKey
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for filling in 1...12 {
          group.addTask {
            try await storage.send(
              .post, "/object/pictures/one.png", token: service, StorageHarness.picture(UInt8(filling), count: 5000)
            ).status
          }
        }
        var statuses: [Int] = []
        for try await status in group { statuses.append(status) }
        return statuses
      }
      #expect(statuses.filter { $0 == 200 }.count == 1)
      #expect(statuses.filter { $0 == 400 }.count == 11)
      let bytes = try [UInt8](Data(contentsOf: storage.folder.appending(path: "pictures/one.png")))
      #expect(bytes.count == 5000)
      #expect(Set(bytes.dropFirst(8)).count == 1)
      #expect(storage.files == ["pictures/one.png"])
    }
  }

  @Test func namesThatStandInTheWay() async throws {
    try await withStorage { storage in
      let service = try storage.serviceKey
      let picture = StorageHarness.picture(1)
      #expect(try await storage.send(.post, "/object/pictures/a/b.png", token: service, picture).status == 200)
      #expect(
        try await storage.send(.put, "/object/pictures/a", token: service, picture).refusal == "400 409 Duplicate")
      #expect(
        try await storage.send(.put, "/object/pictures/a/b.png/c.png", token: service, picture).refusal
          == "400 409 Duplicate")
      for name in [
        ".hidden", "a//b", "a%5Cb", "%2e%2e/x", "a%00", String(repeating: "n", count: 256), "caf%C3%A9.png", "a%25b",
      ] {
        #expect(
          try await storage.send(.post, "/object/pictures/\(name)", token: service, picture).status == 400, "\(name)")
      }
      #expect(storage.files == ["pictures/a/b.png"])
    }
  }

  /// A link in the folder leads nowhere, whatever it names.
  @Test func linksAreNotFollowed() async throws {
    try await withStorage { storage in
      let service = try storage.serviceKey
      let outside = storage.folder.appending(path: "outside")
      try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
      try FileManager.default.createDirectory(
        at: storage.folder.appending(path: "pictures"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: storage.folder.appending(path: "pictures/out"), withDestinationURL: outside)
      try FileManager.default.createSymbolicLink(
        at: storage.folder.appending(path: "pictures/link.png"), withDestinationURL: outside.appending(path: "x.png"))
      let picture = StorageHarness.picture(1)
      #expect(
        try await storage.send(.put, "/object/pictures/out/x.png", token: service, picture).refusal
          == "400 409 Duplicate")
      #expect(
        try await storage.send(.post, "/object/pictures/link.png", token: service, picture).refusal
          == "400 409 Duplicate")
      // Replacing a link replaces the link, not its target.
      #expect(try await storage.send(.put, "/object/pictures/link.png", token: service, picture).status == 200)
      #expect(storage.files == ["pictures/link.png"])
      let list = try await storage.post("/object/list/pictures", token: service, #"{"prefix":""}"#)
      #expect(list.json.array?.compactMap { $0["name"]?.string } == ["link.png"])
    }
  }

  @Test func filesOfEndedProcessesAreRemovedAtTheStart() async throws {
    try await withFolder { folder in
      let uploads = folder.appending(path: ".uploads")
      try FileManager.default.createDirectory(at: uploads, withIntermediateDirectories: true)
      try Data("left".utf8).write(to: uploads.appending(path: "abandoned"))
      let running = try UploadFile(below: StorageFolder(at: folder.path()))
      try await withHarness {
        $0.storage.folder = folder.path()
      } _: { _ in
        let left = try FileManager.default.contentsOfDirectory(atPath: uploads.path())
        #expect(left.count == 1)
        #expect(left != ["abandoned"])
      }
      try running.write(ByteBuffer(bytes: [1]), at: 0)
    }
  }
}

/// Chunks that are taken one after the other.
final class AsyncChunks: Sendable {
  private let rest: Mutex<[[UInt8]]>

  init(_ chunks: [[UInt8]]) { rest = Mutex(chunks) }

  func next() -> ByteBuffer? { rest.withLock { $0.isEmpty ? nil : ByteBuffer(bytes: $0.removeFirst()) } }
}
