import Edge
import Foundation
import Loop
import NIOCore
import Synchronization
import Testing

@testable import Host

/// Uploads that have begun and not ended: what they count for, and how long they may take.
@Suite(.timeLimit(.minutes(10))) struct UploadsInHandTests {
  @Test func theSumOfAUsersUploadsIsBounded() throws {
    let uploads = UploadsInHand()
    let (user, other) = (UUID(), UUID())
    let first = try #require(uploads.begin(60, of: user, room: 100))
    #expect(uploads.begin(41, of: user, room: 100) == nil)
    let second = try #require(uploads.begin(30, of: user, room: 100))
    #expect(uploads.bytes(of: user) == 90)
    #expect(uploads.begin(100, of: other, room: 100) != nil)
    // Bytes that were declared count already.
    #expect(first.grow(to: 60))
    #expect(first.grow(to: 70))
    #expect(!second.grow(to: 31))
    #expect(uploads.bytes(of: user) == 100)
    first.end()
    first.end()
    #expect(second.grow(to: 100))
    second.end()
    #expect(uploads.bytes(of: user) == 0)
  }

  @Test func anUploadEndsWithItsLastReference() throws {
    let uploads = UploadsInHand()
    let user = UUID()
    do {
      let upload = try #require(uploads.begin(10, of: user, room: 10))
      #expect(upload.grow(to: 10))
    }
    #expect(uploads.bytes(of: user) == 0)
  }

  /// Uploads a picture in pieces of 75,000 bytes to the user's folder.
  ///
  /// - Parameter beforePiece: called with the number of pieces that the host has taken.
  private func upload(
    _ name: String, pieces: Int, declared: Int? = nil, to storage: StorageHarness,
    beforePiece: @escaping @Sendable (_ taken: Int) async throws -> Void = { _ in }
  ) async throws -> String {
    let taken = Mutex(0)
    var headers = HTTPFields()
    if let declared { headers[.contentLength] = "\(declared)" }
    let answer = try await storage.host.send(
      .post, "/storage/v1/object/pictures/\(storage.user.lowercased)/\(name).png",
      headers: headers, token: storage.token(storage.user),
      body: RequestBody {
        let count = taken.withLock(\.self)
        try await beforePiece(count)
        taken.withLock { $0 += 1 }
        return count < pieces ? ByteBuffer(bytes: StorageHarness.picture(1, count: 75_000)) : nil
      })
    return answer.status == 200 ? "stored" : answer.refusal
  }

  /// What is declared counts before it comes, what is not declared as it comes.
  @Test(arguments: [true, false]) func anUploadInHandCountsForTheQuota(isDeclared: Bool) async throws {
    try await withStorage {
      $0.userQuota = 200_000
    } _: { storage in
      let second = Mutex("")
      let first = try await upload("1", pieces: 2, declared: isDeclared ? 150_000 : nil, to: storage) { taken in
        guard taken == (isDeclared ? 1 : 2) else { return }
        let verdict = try await upload("2", pieces: 1, to: storage)
        second.withLock { $0 = verdict }
      }
      #expect(first == "stored")
      #expect(second.withLock(\.self) == "400 413 Payload too large")
      #expect(storage.files == ["pictures/\(storage.user.lowercased)/1.png"])
    }
  }

  @Test func anUploadThatBreaksOffCountsNoMore() async throws {
    struct Broken: Error {}
    try await withStorage {
      $0.userQuota = 200_000
    } _: { storage in
      let first = try await upload("1", pieces: 2, declared: 150_000, to: storage) { taken in
        if taken == 1 { throw Broken() }
      }
      #expect(first == "400 400 InvalidRequest")
      #expect(try await upload("2", pieces: 2, declared: 150_000, to: storage) == "stored")
    }
  }

  @Test func anUploadBeyondTheQuotaIsRefusedAsItComes() async throws {
    try await withStorage {
      $0.userQuota = 100_000
    } _: { storage in
      let last = Mutex(0)
      let verdict = try await upload("1", pieces: 9, to: storage) { taken in last.withLock { $0 = taken } }
      #expect(verdict == "400 413 Payload too large")
      #expect(last.withLock(\.self) == 1)
      #expect(storage.files.isEmpty)
    }
  }

  @Test func aFolderCountsAsASmallFile() async throws {
    try await withFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "a/b/c"), withIntermediateDirectories: true)
      try Data(count: 100).write(to: folder.appending(path: "a/large"))
      try Data(count: 1).write(to: folder.appending(path: "a/b/c/small"))
      let root = try StorageFolder(at: folder.path())
      #expect(root.usage(least: 10, limit: 1000) == 100 + 10 + 3 * 10)
      #expect(root.usage(least: 10, limit: 10) > 10)
    }
    try await withStorage {
      $0.userQuota = 4 * StorageConfiguration.leastFile
    } _: { storage in
      let token = try storage.token(storage.user)
      func store(_ name: String) async throws -> Int {
        let path = "/object/pictures/\(storage.user.lowercased)/\(name).png"
        return try await storage.send(.post, path, token: token, StorageHarness.picture(1)).status
      }
      #expect(try await store("a/b/c/1") == 200)
      #expect(try await store("2") == 400)
    }
  }

  /// The limits on a function's time do not hold.
  @Test func anUploadMayTakeLongerThanAFunction() async throws {
    let cancelled = Promise<Bool>()
    let hangs = Function.raw("hangs", access: .anyone) { _, _ in
      await untilCancelled(fulfilling: cancelled)
      return .text("late")
    }
    try await withFolder { folder in
      try await withLiveHost(functions: [hangs]) {
        $0.storage.folder = folder.path()
        $0.storage.buckets["pictures"] = StorageConfiguration.Bucket()
        $0.limits.wallClock = 0.2
      } _: { host in
        let picture = StorageHarness.picture(1, count: 100_000)
        try await withConnection(to: host.port) { client in
          try await client.send(
            """
            POST /storage/v1/object/pictures/0192f0c1-2345-7abc-8def-0123456789ab/1.png HTTP/1.1\r\nHost: x\r\n\
            Authorization: Bearer \(host.harness.token())\r\nContent-Length: \(picture.count)\r\n\r\n
            """)
          try await client.send(ByteBuffer(bytes: picture.prefix(1000)))
          while !Task.isCancelled, StorageHarness.files(in: folder).isEmpty { await Task.yield() }
          try await withConnection(to: host.port) { other in
            try await other.send("GET /functions/v1/hangs HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await other.readResponse().verdict == "546 WORKER_RESOURCE_LIMIT")
          }
          try await client.send(ByteBuffer(bytes: picture.dropFirst(1000)))
          #expect(await client.readResponse().status == 200)
        }
        #expect(StorageHarness.files(in: folder) == ["pictures/0192f0c1-2345-7abc-8def-0123456789ab/1.png"])
      }
    }
  }

  @Test func aSlowUploadIsRefusedInTheFormOfTheStorage() async throws {
    try await withFolder { folder in
      try await withLiveHost {
        $0.storage.folder = folder.path()
        $0.storage.buckets["pictures"] = StorageConfiguration.Bucket()
        $0.limits.bodyTimeout = 0.05
        // No client is as fast, on any machine.
        $0.limits.bodyRate = 1 << 40
      } _: { host in
        try await withConnection(to: host.port) { client in
          try await client.send(
            """
            POST /storage/v1/object/pictures/0192f0c1-2345-7abc-8def-0123456789ab/1.png HTTP/1.1\r\nHost: x\r\n\
            Authorization: Bearer \(host.harness.token())\r\nContent-Length: 100000\r\n\r\n
            """)
          let answer = await client.readResponse()
          #expect(answer.refusal == "408 408 RequestTimeout")
          #expect(answer.verdict == "408 REQUEST_TIMEOUT")
        }
      }
    }
  }
}
