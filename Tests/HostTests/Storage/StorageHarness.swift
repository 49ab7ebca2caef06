import Edge
import Foundation
import Testing

@testable import Host

/// A host with an embedded storage in a folder of its own: the private bucket `pictures`, and the public one `photos`.
struct StorageHarness {
  let host: Harness
  let folder: URL
  let user = UUID()
  let other = UUID()

  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A picture of a length, whose bytes after the signature are all the same.
  static func picture(_ filling: UInt8, count: Int = 64) -> [UInt8] {
    png + [UInt8](repeating: filling, count: max(0, count - png.count))
  }

  func token(_ id: UUID) throws -> String { try host.token(sub: id.lowercased) }
  var serviceKey: String { get throws { try host.token(sub: nil, role: .serviceRole) } }
  var anonKey: String { get throws { try host.token(sub: nil, role: .anon) } }

  func send(
    _ method: HTTPRequest.Method, _ path: String, token: String? = nil, headers: HTTPFields = [:], _ body: [UInt8] = []
  ) async throws -> Answer {
    try await host.send(method, "/storage/v1\(path)", headers: headers, token: token, body: RequestBody(body))
  }

  func post(_ path: String, token: String?, _ json: String) async throws -> Answer {
    try await send(.post, path, token: token, [UInt8](json.utf8))
  }

  /// All files below the folder, temporary ones too, by their paths.
  var files: [String] { Self.files(in: folder) }

  static func files(in folder: URL) -> [String] {
    let all = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
    return all.filter {
      (try? folder.appending(path: $0).resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
    }
    .sorted()
  }
}

/// Runs a test with a storage, which is gone after it.
func withStorage(
  ended: EndedSessions = EndedSessions(), configure: (inout StorageConfiguration) -> Void = { _ in },
  _ test: (StorageHarness) async throws -> Void
) async throws {
  try await withFolder { folder in
    try await withHarness(ended: ended) { configuration in
      configuration.storage.folder = folder.path()
      configuration.storage.buckets["pictures"] = StorageConfiguration.Bucket()
      configuration.storage.buckets["photos"] = StorageConfiguration.Bucket()
      configuration.storage.buckets["photos"]?.isPublic = true
      configure(&configuration.storage)
    } _: { host in
      try await test(StorageHarness(host: host, folder: folder))
    }
  }
}

extension Answer {
  /// `400 404 not_found`: the status, and the status and the error of the storage's body.
  var refusal: String {
    let body = try? Wire.decode(JSONValue.self, from: [UInt8](body.utf8))
    return "\(status) \(body?["statusCode"]?.string ?? "-") \(body?["error"]?.string ?? "-")"
  }

  var json: JSONValue { (try? Wire.decode(JSONValue.self, from: [UInt8](body.utf8))) ?? .null }
}
