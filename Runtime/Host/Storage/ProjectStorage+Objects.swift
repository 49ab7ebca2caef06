import Edge
import Foundation
import HTTPTypes
import NIOCore

extension ProjectStorage {
  /// The largest file that is sent or received.
  private static let maximumFile = 50 << 20

  func put(_ body: RequestBody, bucket: String, path: String, options: PutOptions) async throws {
    let key = ObjectKey(bucket: bucket, path: path)
    var request = try request(.post, "", key)
    request.headers[.contentType] = options.contentType
    request.headers[.cacheControl] = "max-age=\(options.maxAge)"
    request.headers[.upsert] = options.replaces ? "true" : "false"
    request.body = try await body.collect(upTo: Self.maximumFile)
    _ = try await answer(to: request, about: key)
  }

  func get(bucket: String, path: String) async throws -> StoredObject {
    let key = ObjectKey(bucket: bucket, path: path)
    var request = try request(.get, "authenticated/", key)
    request.maximumResponseSize = Self.maximumFile
    let response: HTTPClient.Response
    do {
      response = try await http.send(request)
    } catch let error as HTTPClientError {
      throw Self.away(error)
    }
    guard response.status == .ok else { throw Self.refusal(response.status, [UInt8](buffer: response.body), key) }
    return StoredObject(
      contentType: response.headers[.contentType] ?? "application/octet-stream", size: response.body.readableBytes,
      body: RequestBody(response.body))
  }
}
