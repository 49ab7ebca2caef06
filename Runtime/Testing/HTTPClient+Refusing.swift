import Curl
import Edge

extension HTTPClient {
  /// The client of a ``TestHost`` that is given none. It opens no connection, so no test reaches a server by mistake.
  static var refusing: HTTPClient {
    HTTPClient { _ in
      throw HTTPClientError(.failed, "the test host has no client for other servers: pass http: to TestHost")
    }
  }
}
