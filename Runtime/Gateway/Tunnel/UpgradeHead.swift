import Curl
import HTTPCalls
import HTTPTypes

/// The head of a request that asks a server for a WebSocket (RFC 6455, section 4.1).
struct UpgradeHead {
  /// The fields that are set here, or that a request without a body does not have.
  private static let own: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  let bytes: [UInt8]

  /// - Throws: ``HTTPClientError`` for a URL that cannot be called.
  init(_ request: HTTPClient.Request) throws(HTTPClientError) {
    let target = try TargetURL(request.url)
    let isDefault = target.port == (target.scheme == "https" ? "443" : "80")
    var head = Array("GET \(Self.target(of: request.url)) HTTP/1.1\r\n".utf8)
    head += "Host: \(target.host)\(isDefault ? "" : ":\(target.port)")\r\n".utf8
    for field in request.headers where !Self.own.contains(field.name.canonicalName) {
      head += "\(field.name.rawName): ".utf8
      // Byte by byte: a value need not be UTF-8.
      unsafe field.withUnsafeBytesOfValue { unsafe head.append(contentsOf: $0) }
      head += "\r\n".utf8
    }
    head += "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n".utf8
    bytes = head
  }

  /// The path and the query of a URL, as they are. ``TargetURL`` has checked its characters.
  private static func target(of url: String) -> Substring {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    guard let start = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
    let target = rest[start...].prefix { $0 != "#" }
    return target.first == "?" ? "/" + target : target
  }
}
