import Edge
import Foundation
import HTTPTypes
import Synchronization

@testable import Console
@testable import Host

/// A gate with a clock that the test sets, and the requests of a browser.
struct SessionFixture {
  /// The instant of the clock.
  final class Time: Sendable {
    private let instant = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date {
      get { instant.withLock { $0 } }
      set { instant.withLock { $0 = newValue } }
    }

    func pass(_ seconds: TimeInterval) { instant.withLock { $0 += seconds } }
  }

  static let serviceKey = "sb_service_key_of_the_tests_of_sessions"
  static let secretKey = "sb_secret_key_of_the_tests_of_sessions"
  static let readOnlyKey = "a read-only key of the tests of sessions"

  let time = Time()
  let gate: SessionGate

  init(_ change: (inout HostConfiguration, inout ConsoleSettings) -> Void = { _, _ in }) throws {
    var configuration = HostConfiguration()
    configuration.tokens.secret = "a secret of the tests, and of nothing else"
    configuration.tokens.serviceRoleKey = Self.serviceKey
    configuration.tokens.secretKeys = [Self.secretKey]
    var settings = ConsoleSettings()
    settings.readOnlyKeys = [Self.readOnlyKey]
    change(&configuration, &settings)
    gate = try SessionGate(settings, configuration, clock: WallClock { [time] in time.now })
  }

  /// A request of the console's own page.
  func request(
    _ method: HTTPRequest.Method = .get, _ path: String = "/console/overview", query: String? = nil,
    host: String = "127.0.0.1:54321", cookie: String? = nil, site: String? = "same-origin", origin: String? = nil,
    client: String = "127.0.0.1", more: [(String, String)] = []
  ) -> PathRequest {
    var headers = HTTPFields()
    let fields = [("Host", host), ("Cookie", cookie), ("Sec-Fetch-Site", site), ("Origin", origin)]
    for (name, value) in fields + more.map({ ($0.0, Optional($0.1)) }) {
      guard let value, let name = HTTPField.Name(name) else { continue }
      headers.append(HTTPField(name: name, value: value))
    }
    let target = path + (query.map { "?\($0)" } ?? "")
    return PathRequest(
      request: Request(method: method, path: path, rawQuery: query, headers: headers),
      head: IncomingRequest(method: method, target: target, headers: headers, peer: client), client: client,
      id: InvocationID(at: time.now), date: time.now, trace: nil)
  }

  /// Signs in, and returns the pair that the browser sends from then on.
  func cookie(key: String = SessionFixture.serviceKey, host: String = "127.0.0.1:54321") throws -> String {
    let request = request(.post, "/console/login", host: host)
    return Self.pair(of: try gate.login(request, form: Form([.init("key", key)])))
  }

  /// The name and value that a response sets.
  static func pair(of response: Response) -> String {
    let field = response.headers[.setCookie] ?? ""
    return String(field.prefix { $0 != ";" })
  }

  /// The session of a cookie; nil if it has none.
  func session(_ cookie: String?, host: String = "127.0.0.1:54321") -> Session? {
    gate.session(of: request(host: host, cookie: cookie))
  }
}
