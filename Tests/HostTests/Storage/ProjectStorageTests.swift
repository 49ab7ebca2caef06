import Curl
import Edge
import Foundation
import Testing

@testable import Host

/// The storage server of a real project, played by a real server on loopback.
@Suite(.timeLimit(.minutes(10))) struct ProjectStorageTests {
  private func with(
    _ origin: TestOrigin, key: String? = "service-key",
    _ test: (_ storage: ProjectStorage, _ clock: TestClock) async throws -> Void
  ) async throws {
    let clock = TestClock()
    let http = HTTPClient()
    let url = try #require(URL(string: origin.url))
    let storage = ProjectStorage(project: url, serviceKey: key, http: http, clock: clock.wall)
    let result: Result<Void, any Error>
    do { result = .success(try await test(storage, clock)) } catch { result = .failure(error) }
    await http.shutdown()
    try result.get()
  }

  private static func signed(_ call: TestOrigin.Call) -> (status: Int, body: String) {
    (200, #"{"signedURL":"/object/sign/\#(call.path.split(separator: "/").last ?? "")?token=t"}"#)
  }

  @Test func theProjectSignsURLs() async throws {
    try await withOrigin(Self.signed) { origin in
      try await with(origin) { storage, _ in
        let url = try await storage.signedURL(bucket: "riddles", path: "deep/a b.png", expiresIn: 60)
        #expect(url == "\(origin.url)/storage/v1/object/sign/a%20b.png?token=t")
        let call = try #require(origin.calls.first)
        #expect(call.method == "POST")
        #expect(call.path == "/storage/v1/object/sign/riddles/deep/a%20b.png")
        #expect(call.headers["authorization"] == "Bearer service-key")
        #expect(call.headers["apikey"] == "service-key")
        #expect(call.headers["content-type"] == "application/json")
        #expect(call.body.hasPrefix(#"{"expiresIn":"#))
      }
    }
  }

  /// A URL that is handed out is good for as long as was asked.
  @Test func aURLIsCachedUntilItIsAboutToExpire() async throws {
    try await withOrigin(Self.signed) { origin in
      try await with(origin) { storage, clock in
        _ = try await storage.signedURL(bucket: "b", path: "p", expiresIn: 60)
        let granted = try Wire.decode([String: Int].self, from: [UInt8](origin.calls[0].body.utf8))["expiresIn"] ?? 0
        clock.advance(by: Double(granted) - 60.001)
        _ = try await storage.signedURL(bucket: "b", path: "p", expiresIn: 60)
        #expect(origin.calls.count == 1)
        clock.advance(by: 0.001)
        _ = try await storage.signedURL(bucket: "b", path: "p", expiresIn: 60)
        #expect(origin.calls.count == 2)
        _ = try await storage.signedURL(bucket: "b", path: "q", expiresIn: 60)
        #expect(origin.calls.count == 3)
      }
    }
  }

  @Test func aCachedURLIsNotUsedForAShorterValidity() async throws {
    try await withOrigin(Self.signed) { origin in
      try await with(origin) { storage, _ in
        for seconds in [3600, 10, 3600, 10] {
          _ = try await storage.signedURL(bucket: "b", path: "p", expiresIn: seconds)
        }
        let granted = try origin.calls.map {
          try Wire.decode([String: Int].self, from: [UInt8]($0.body.utf8))["expiresIn"]
        }
        #expect(granted == [7200, 20])
      }
    }
  }

  @Test func aCachedURLIsNotUsedForALongerValidity() async throws {
    try await withOrigin(Self.signed) { origin in
      try await with(origin) { storage, _ in
        _ = try await storage.signedURL(bucket: "b", path: "p", expiresIn: 10)
        _ = try await storage.signedURL(bucket: "b", path: "p", expiresIn: 3600)
        #expect(origin.calls.count == 2)
      }
    }
  }

  @Test(arguments: [
    (400, #"{"error":"x"}"#), (404, ""), (500, ""), (200, "{}"), (200, "nope"), (200, #"{"signedURL":7}"#),
  ])
  func refusals(_ status: Int, _ body: String) async throws {
    try await withOrigin({ _ in (status, body) }) { origin in
      try await with(origin) { storage, _ in
        let error = await #expect(throws: FunctionError.self) {
          try await storage.signedURL(bucket: "b", path: "p", expiresIn: 60)
        }
        #expect(error?.status.code == 503)
        #expect(error?.code == .notConnected)
        origin.answer(Self.signed)
        _ = try await storage.signedURL(bucket: "b", path: "p", expiresIn: 60)
      }
    }
  }

  /// An error in the storage server's own form is the function's error.
  @Test(arguments: [
    ("404", "Object not found", "OBJECT_NOT_FOUND"), ("404", "Bucket not found", "BUCKET_NOT_FOUND"),
    ("409", "The resource already exists", "CONFLICT"), ("400", "Invalid key: x", "VALIDATION_ERROR"),
    ("415", "mime type a/b is not supported", "VALIDATION_ERROR"), ("413", "too large", "PAYLOAD_TOO_LARGE"),
    ("403", "Invalid Compact JWS", "SERVER_ERROR"), ("500", "Internal", "NOT_CONNECTED"),
  ])
  func theStoragesErrors(_ status: String, _ message: String, _ code: String) async throws {
    let body = #"{"statusCode":"\#(status)","error":"x","message":"\#(message)"}"#
    try await withOrigin({ _ in (400, body) }) { origin in
      try await with(origin) { storage, _ in
        let error = await #expect(throws: FunctionError.self) { try await storage.get(bucket: "b", path: "p") }
        #expect(error?.code.rawValue == code)
      }
    }
  }

  @Test func withoutAServiceKeyItSaysWhatIsMissing() async throws {
    try await withOrigin(Self.signed) { origin in
      try await with(origin, key: nil) { storage, _ in
        let error = await #expect(throws: FunctionError.self) {
          try await storage.signedURL(bucket: "b", path: "p", expiresIn: 60)
        }
        #expect(error?.message.contains("SUPABASE_SERVICE_ROLE_KEY") == true)
        #expect(origin.calls.isEmpty)
      }
    }
  }

  @Test func anUnreachableServerThrowsNotConnected() async throws {
    try await withOrigin(Self.signed) { origin in
      origin.stop()
      try await with(origin) { storage, _ in
        let error = await #expect(throws: FunctionError.self) {
          try await storage.signedURL(bucket: "b", path: "p", expiresIn: 60)
        }
        #expect(error?.code == .notConnected)
        #expect(error?.message.contains("service-key") == false)
      }
    }
  }
}
