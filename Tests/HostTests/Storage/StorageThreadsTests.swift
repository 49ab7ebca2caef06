import Edge
import Foundation
import Loop
import NIOCore
import Testing

@testable import Host

/// The threads of the embedded storage: what takes long does not delay the rest.
@Suite(.timeLimit(.minutes(10))) struct StorageThreadsTests {
  private let gate = DispatchSemaphore(value: 0)

  /// Runs a test while a thread of the storage is busy, up to the signal of ``gate``.
  private func withBusy(
    _ thread: KeyPath<EmbeddedStorage, FileQueue>, _ test: (StorageHarness, EmbeddedStorage) async throws -> Void
  ) async throws {
    try await withStorage { storage in
      let embedded = try #require(storage.host.host.services.storage as? EmbeddedStorage)
      let isBusy = Promise<Bool>()
      let busy = embedded[keyPath: thread]
      let running = Task {
        await busy.run {
          isBusy.fulfil(true)
          gate.wait()
        }
      }
      _ = await isBusy.value()
      let result: Result<Void, any Error>
      do { result = .success(try await test(storage, embedded)) } catch { result = .failure(error) }
      gate.signal()
      await running.value
      try result.get()
    }
  }

  /// A download goes on while as many listings wait as may, half of them of one network.
  @Test func listingsDelayNoDownloadAndAreBounded() async throws {
    try await withBusy(\.folders) { storage, embedded in
      let path = "pictures/\(storage.user.lowercased)/1.png"
      let token = try storage.token(storage.user)
      #expect(try await storage.send(.post, "/object/\(path)", token: token, StorageHarness.picture(1)).status == 200)
      @Sendable func list(from network: Int) async throws -> Answer {
        try await storage.host.send(
          .post, "/storage/v1/object/list/pictures", token: token,
          body: RequestBody([UInt8](#"{"prefix":"\#(storage.user.lowercased)"}"#.utf8)), peer: "203.0.113.\(network)")
      }
      try await withThrowingTaskGroup(of: Int?.self) { group in
        defer { gate.signal() }
        let half = embedded.listings.capacity / 2
        for network in 1...2 {
          for _ in 0..<half { group.addTask { try await list(from: network).json.array?.count } }
          while !Task.isCancelled, embedded.listings.count < network * half { await Task.yield() }
          let refused = try await list(from: network == 1 ? 1 : 3)
          #expect(refused.refusal == "503 503 Unavailable")
          #expect(refused["retry-after"] == "1")
        }
        let read = try await storage.send(.get, "/object/\(path)", token: token)
        #expect(read.status == 200)
        gate.signal()
        for try await count in group { #expect(count == 1) }
      }
      #expect(embedded.listings.count == 0)
    }
  }

  private static func source(_ filling: UInt8) -> UploadSource {
    UploadSource(RequestBody(StorageHarness.picture(filling)), contentType: nil, maxAge: nil)
  }

  /// A user's files are counted apart, so that a user with many of them delays no other upload.
  @Test func aCountOfFilesDelaysNoUpload() async throws {
    try await withBusy(\.counting) { storage, embedded in
      let (mine, other) = (
        ObjectKey(bucket: "pictures", path: "\(storage.user.lowercased)/1.png"),
        ObjectKey(bucket: "pictures", path: "2.png")
      )
      let writer = StorageWriter(.user(storage.user)) { false }
      async let stored = embedded.store(mine, from: Self.source(1), replacing: false, for: writer)
      _ = try await embedded.store(other, from: Self.source(2), replacing: false)
      #expect(storage.files == [other.text])
      gate.signal()
      #expect(try await stored.key == mine)
    }
  }
}
