import Edge
import Host

/// The cookie that carries a session.
///
/// Cookies are shared by all ports of a host, so its name has the port: two hosts on one machine then do not end each
/// other's sessions.
struct SessionCookie: Sendable {
  private let name: String
  private let isSecure: Bool

  /// The cookie of the host that a request names.
  init(_ request: PathRequest) {
    let origin = RequestOrigin(request.head)
    name = origin.port.map { "swiftlet_console_\($0)" } ?? "swiftlet_console"
    isSecure = !origin.isLoopback
  }

  /// The values of this cookie in a request, at most four: a page of another port can add further ones.
  func values(in fields: RequestFields) -> [String] { Array(fields.cookies(named: name).prefix(4)) }

  /// The field that sets it; with nil, the field that removes it.
  func setting(_ value: String?) -> String {
    let life = value == nil ? 0 : SessionKey.life
    return "\(name)=\(value ?? ""); Path=/console; Max-Age=\(life); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }
}
