import Curl
import Edge
import Foundation
import Logging
import NIOCore
import SwiftletTesting
import Testing
import Worker

@testable import Host

/// What every storage of functions does: the embedded one, a project's over HTTP, which is another host's embedded one,
/// and the embedded one from a worker.
@Suite(.timeLimit(.minutes(10))) struct StorageContractTests {
  enum Kind: CaseIterable { case embedded, project, worker }

  private func with(_ kind: Kind, _ test: (any Storage) async throws -> Void) async throws {
    try await withFolder { folder in
      try await withLiveHost {
        $0.storage.folder = folder.path()
        $0.storage.fileSize = 1 << 20
        var files = StorageConfiguration.Bucket()
        files.types = ["*/*"]
        $0.storage.buckets = ["files": files, "pictures": StorageConfiguration.Bucket()]
      } _: { live in
        switch kind {
        case .embedded: try await test(live.harness.host.services.storage)
        case .worker: try await overChannel(live.harness.host.services, test)
        case .project:
          let url = try #require(URL(string: live.url))
          let key = try live.harness.token(sub: nil, role: .serviceRole)
          let clock = live.harness.clock.wall
          try await test(ProjectStorage(project: url, serviceKey: key, http: live.harness.http, clock: clock))
        }
      }
    }
  }

  private func overChannel(_ services: Services, _ test: (any Storage) async throws -> Void) async throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let invocation = Invocation(
      id: InvocationID(at: Date()), trigger: .manual, identity: nil, deadline: Date(timeIntervalSinceNow: 600),
      logger: logger, services: services)
    let link = try await CallLink(invocation, logger: logger)
    let result: Result<Void, any Error>
    do { result = .success(try await test(RemoteStorage(link.services))) } catch { result = .failure(error) }
    await link.end()
    #expect(link.violations == [])
    try result.get()
  }

  private func body(_ text: String) -> RequestBody { RequestBody([UInt8](text.utf8)) }

  private func text(_ storage: any Storage, _ path: String) async throws -> String {
    let object = try await storage.get(bucket: "files", path: path)
    return String(buffer: try await object.body.collect(upTo: 1 << 20))
  }

  private func expect(
    _ code: FunctionError.Code, _ location: SourceLocation = #_sourceLocation, _ call: () async throws -> Void
  ) async {
    do {
      try await call()
      Issue.record("nothing was thrown", sourceLocation: location)
    } catch {
      #expect((error as? FunctionError)?.code == code, "\(error)", sourceLocation: location)
    }
  }

  @Test(arguments: Kind.allCases) func filesAreStoredListedAndRemoved(_ kind: Kind) async throws {
    try await with(kind) { storage in
      try await storage.put(body("one"), bucket: "files", path: "a b/1.txt", contentType: "text/plain")
      try await storage.put(body("two"), bucket: "files", path: "a b/2.txt", contentType: "text/plain")
      let object = try await storage.get(bucket: "files", path: "a b/1.txt")
      #expect(object.contentType == "text/plain")
      #expect(object.size == 3)
      #expect(try await text(storage, "a b/2.txt") == "two")
      let list = try await storage.list(bucket: "files", folder: "a b")
      #expect(list.map(\.name) == ["1.txt", "2.txt"])
      #expect(list.first?.file?.size == 3)
      #expect(list.first?.file?.contentType == "text/plain")
      #expect(try await storage.list(bucket: "files").map(\.name) == ["a b"])
      #expect(try await storage.list(bucket: "files").first?.file == nil)
      #expect(try await storage.list(bucket: "files", folder: "a b", limit: 1, offset: 1).map(\.name) == ["2.txt"])
      #expect(try await storage.remove(bucket: "files", paths: ["a b/1.txt", "none.txt"]) == ["a b/1.txt"])
      #expect(try await storage.list(bucket: "files", folder: "a b").map(\.name) == ["2.txt"])
      let none = try await storage.list(bucket: "files", folder: "none")
      #expect(none.isEmpty)
    }
  }

  @Test(arguments: Kind.allCases) func aFileIsReplacedOnRequestAlone(_ kind: Kind) async throws {
    try await with(kind) { storage in
      try await storage.put(body("one"), bucket: "files", path: "1.txt", contentType: "text/plain")
      await expect(.conflict) {
        try await storage.put(body("two"), bucket: "files", path: "1.txt", contentType: "text/plain")
      }
      #expect(try await text(storage, "1.txt") == "one")
      let options = PutOptions(contentType: "text/plain", replaces: true)
      try await storage.put(body("two"), bucket: "files", path: "1.txt", options: options)
      #expect(try await text(storage, "1.txt") == "two")
    }
  }

  @Test(arguments: Kind.allCases) func aWholeBucketIsEmptied(_ kind: Kind) async throws {
    try await with(kind) { storage in
      for path in ["a.txt", "b/c.txt", "b/d/e.txt"] {
        try await storage.put(RequestBody([UInt8]("x".utf8)), bucket: "files", path: path, contentType: "text/plain")
      }
      #expect(try await storage.removeAll(bucket: "files", folder: "b") == 2)
      #expect(try await storage.removeAll(bucket: "files") == 1)
    }
  }

  @Test(arguments: Kind.allCases) func anEmptyFolderIsNotTheWholeBucket(_ kind: Kind) async throws {
    try await with(kind) { storage in
      try await storage.put(body("x"), bucket: "files", path: "a.txt", contentType: "text/plain")
      for folder in ["", "/"] {
        await expect(.validation) { _ = try await storage.removeAll(bucket: "files", folder: folder) }
      }
      #expect(try await storage.list(bucket: "files").map(\.name) == ["a.txt"])
    }
  }

  @Test(arguments: Kind.allCases) func moreFilesThanAPageAreRemovedAtOnce(_ kind: Kind) async throws {
    try await with(kind) { storage in
      let present = ["first.txt", "last.txt"]
      for path in present {
        try await storage.put(body("x"), bucket: "files", path: path, contentType: "text/plain")
      }
      let paths = [present[0]] + (0..<1000).map { "none \($0).txt" } + [present[1]]
      #expect(try await storage.remove(bucket: "files", paths: paths) == present)
      #expect(try await storage.list(bucket: "files").isEmpty)
      #expect(try await storage.remove(bucket: "files", paths: []).isEmpty)
    }
  }

  @Test(arguments: Kind.allCases) func refusals(_ kind: Kind) async throws {
    try await with(kind) { storage in
      await expect(.objectNotFound) { _ = try await storage.get(bucket: "files", path: "none") }
      await expect(.bucketNotFound) {
        try await storage.put(body("x"), bucket: "none", path: "x", contentType: "text/plain")
      }
      await expect(.bucketNotFound) { _ = try await storage.list(bucket: "none") }
      await expect(.bucketNotFound) { _ = try await storage.remove(bucket: "none", paths: ["x"]) }
      for path in ["é.txt", ".hidden", "a//b"] {
        await expect(.validation) {
          try await storage.put(body("x"), bucket: "files", path: path, contentType: "text/plain")
        }
      }
      await expect(.validation) {
        try await storage.put(body("x"), bucket: "pictures", path: "x.png", contentType: "image/png")
      }
      let large = RequestBody([UInt8](repeating: 1, count: 1 << 20 + 1))
      await expect(.payloadTooLarge) {
        try await storage.put(large, bucket: "files", path: "x", contentType: "a/b")
      }
    }
  }

  @Test(arguments: Kind.allCases) func aBodyThatComesInChunks(_ kind: Kind) async throws {
    try await with(kind) { storage in
      let pieces = (0..<10).map { [UInt8](repeating: UInt8($0), count: 50_000) }
      let chunks = AsyncChunks(pieces)
      try await storage.put(RequestBody { chunks.next() }, bucket: "files", path: "x.bin", contentType: "a/b")
      let object = try await storage.get(bucket: "files", path: "x.bin")
      var read: [UInt8] = []
      for try await chunk in object.body { read += chunk.readableBytesView }
      #expect(read == pieces.flatMap { $0 })
    }
  }

  private struct Broken: Error {}

  @Test(arguments: Kind.allCases) func aBodyThatBreaksOffStoresNothing(_ kind: Kind) async throws {
    try await with(kind) { storage in
      let chunks = AsyncChunks([[1], [2]])
      await #expect(throws: Broken.self) {
        let body = RequestBody {
          guard let chunk = chunks.next() else { throw Broken() }
          return chunk
        }
        try await storage.put(body, bucket: "files", path: "x.bin", contentType: "a/b")
      }
      let left = try await storage.list(bucket: "files")
      #expect(left.isEmpty)
    }
  }

  @Test(arguments: Kind.allCases) func aSignedURLOpensTheFile(_ kind: Kind) async throws {
    try await with(kind) { storage in
      try await storage.put(body("one"), bucket: "files", path: "a b/1.txt", contentType: "text/plain")
      let url = try await storage.signedURL(bucket: "files", path: "a b/1.txt", expiresIn: 60)
      let http = HTTPClient()
      let answer = try await http.get(url)
      await http.shutdown()
      #expect(answer.status == .ok)
      #expect(String(buffer: answer.body) == "one")
    }
  }
}
