import Edge
import Foundation
import HTTPTypes
import NIOCore
import Synchronization

/// The storage server of a project, which signs URLs. They are cached until they are about to expire.
final class ProjectStorage: Storage {
  private struct Remembered {
    let url: String
    let expiresAt: Date
  }

  private let project: String
  private let serviceKey: String?
  private let http: HTTPClient
  private let clock: WallClock
  private let remembered = Mutex<[String: Remembered]>([:])

  static let capacity = 4096

  init(project: URL, serviceKey: String?, http: HTTPClient, clock: WallClock) {
    let text = project.absoluteString
    self.project = text.hasSuffix("/") ? String(text.dropLast()) : text
    self.serviceKey = serviceKey
    self.http = http
    self.clock = clock
  }

  func signedURL(bucket: String, path: String, expiresIn seconds: Int) async throws -> String {
    let seconds = SignedURL.validity(seconds)
    let object = "\(bucket)/\(path)"
    let now = clock.now
    if let known = remembered.withLock({ $0[object] }), now.addingTimeInterval(Double(seconds)) < known.expiresAt {
      return known.url
    }
    guard let serviceKey else {
      throw FunctionError(
        status: .internalServerError, code: .server,
        message: "SUPABASE_SERVICE_ROLE_KEY is not set: the project's storage signs URLs for it alone")
    }
    let escaped = object.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? object
    // Valid for twice the requested time, so that a cached URL stays valid long enough.
    let body = ByteBuffer(bytes: try Wire.encode(["expiresIn": seconds * 2]))
    let answer: HTTPClient.Response
    do {
      answer = try await http.post(
        "\(project)/storage/v1/object/sign/\(escaped)", json: body,
        headers: [.authorization: "Bearer \(serviceKey)", .apiKey: serviceKey])
    } catch let error as HTTPClientError {
      throw FunctionError.notConnected("The project's storage does not answer: \(error.message)")
    }
    guard answer.status == .ok,
      let signed = try? Wire.decode(JSONValue.self, from: [UInt8](buffer: answer.body))["signedURL"]?.string
    else {
      throw FunctionError.notConnected("The project's storage did not sign \(object): status \(answer.status.code)")
    }
    let url = "\(project)/storage/v1\(signed.hasPrefix("/") ? "" : "/")\(signed)"
    remembered.withLock { remembered in
      if remembered.count >= Self.capacity { remembered = remembered.filter { now < $0.value.expiresAt } }
      if remembered.count >= Self.capacity { remembered = [:] }
      remembered[object] = Remembered(url: url, expiresAt: now.addingTimeInterval(Double(seconds) * 2))
    }
    return url
  }
}
