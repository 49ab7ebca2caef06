import Edge
import FoundationEssentials
import HTTPTypes
import NIOCore
import Synchronization

/// The storage server of a project, which signs URLs. They are cached until they are about to expire.
final class ProjectStorage: Storage {
  /// A file and the validity that is requested for its URL.
  private struct SigningRequest: Hashable {
    let object: String
    let seconds: Int
  }

  private struct Remembered {
    let url: String
    let expiresAt: Date
  }

  /// The project's URL, without a slash at the end.
  let project: String
  let serviceKey: String?
  let http: HTTPClient
  private let clock: WallClock
  private let remembered = Mutex<[SigningRequest: Remembered]>([:])

  /// The most cached URLs.
  static let capacity = 4096

  /// The characters of a path and a query that are not encoded (RFC 3986, section 3.4). `%` is one of them, since the
  /// server has encoded some characters already.
  private static let keptInURLs = "!$&'()*+,;=:@/?%"

  init(project: URL, serviceKey: String?, http: HTTPClient, clock: WallClock) {
    self.project = project.absoluteString.withoutTrailingSlash
    self.serviceKey = serviceKey
    self.http = http
    self.clock = clock
  }

  func signedURL(bucket: String, path: String, expiresIn seconds: Int) async throws -> String {
    let seconds = SignedURL.validity(seconds)
    let key = ObjectKey(bucket: bucket, path: path)
    let object = key.text
    // A URL that was made for a longer validity is not handed out for a shorter one.
    let request = SigningRequest(object: object, seconds: seconds)
    let now = clock.now
    if let known = remembered.withLock({ $0[request] }), now.addingTimeInterval(Double(seconds)) < known.expiresAt {
      return known.url
    }
    // Valid for twice the requested time, so that a cached URL stays valid long enough.
    let answer = try await call(.post, "sign/", key, ["expiresIn": .integer(Int64(seconds * 2))])
    guard let signed = answer["signedURL"]?.string else {
      throw FunctionError.notConnected("The project's storage did not sign \(object): its answer has no signedURL")
    }
    // The storage server leaves the encoding to its clients.
    let encoded = PercentEncoding.encode(signed, keeping: Self.keptInURLs)
    let url = "\(project)/storage/v1\(encoded.hasPrefix("/") ? "" : "/")\(encoded)"
    remembered.withLock { remembered in
      if remembered.count >= Self.capacity { remembered = remembered.filter { now < $0.value.expiresAt } }
      if remembered.count >= Self.capacity { remembered = [:] }
      remembered[request] = Remembered(url: url, expiresAt: now.addingTimeInterval(Double(seconds) * 2))
    }
    return url
  }
}
