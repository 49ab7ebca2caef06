import FoundationEssentials
import HTTPTypes
import Wire

/// The rules that decide which requests are forwarded. A request that two servers could read differently is refused
/// before anything is sent.
enum ForwardingRules {
  /// The use that a request makes of its connection.
  enum Kind: Hashable {
    case ordinary
    /// An opening handshake (RFC 6455, section 4.1).
    case webSocket
  }

  /// Checks a request head.
  ///
  /// - Throws: ``ServiceError`` 400 or 426, whose text names the fault.
  static func kind(method: HTTPRequest.Method, target: String, fields: HTTPFields) throws(ServiceError) -> Kind {
    try check(target: target)
    guard fields.contains(.upgrade) else { return .ordinary }
    let upgrades = fields[values: .upgrade].flatMap { $0.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" } }
    // A server may ignore other upgrades (RFC 9110, section 7.8). The field is not passed on.
    guard upgrades.contains("websocket") else { return .ordinary }
    guard upgrades == ["websocket"] else { throw .badRequest("The only Upgrade is websocket") }
    try checkHandshake(method, fields)
    return .webSocket
  }

  /// Checks a target (RFC 9112, section 3.2): a path and a query.
  ///
  /// The absolute form is for proxies that a client chooses; two slashes at the start name a host to some servers.
  static func check(target: String) throws(ServiceError) {
    let target = target.utf8[...]
    guard target.first == UInt8(ascii: "/") else { throw .badRequest("The target is no path") }
    if target.starts(with: "//".utf8) { throw .badRequest("The path begins with two slashes") }
    if target.contains(UInt8(ascii: "#")) { throw .badRequest("The target has a fragment") }
    try check(path: target.prefix { $0 != UInt8(ascii: "?") })
  }

  /// Checks a path: each of its segments has to be the same one for every server.
  private static func check(path: Substring.UTF8View) throws(ServiceError) {
    var rest = path
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\") { throw .badRequest("The path has a backslash") }
      guard byte == UInt8(ascii: "%") else { continue }
      guard let high = rest.popFirst().flatMap(ASCII.hexValue), let low = rest.popFirst().flatMap(ASCII.hexValue) else {
        throw .badRequest("The path has a broken escape")
      }
      switch high << 4 | low {
      case UInt8(ascii: "/"), UInt8(ascii: "\\"): throw .badRequest("The path has an escaped slash")
      case UInt8(ascii: "."): throw .badRequest("The path has an escaped dot")
      case 0..<0x20, 0x7f: throw .badRequest("The path has an escaped control character")
      default: break
      }
    }
    for segment in path.split(separator: UInt8(ascii: "/"))
    where segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8) {
      throw .badRequest("The path has a segment of dots")
    }
  }

  private static func checkHandshake(_ method: HTTPRequest.Method, _ fields: HTTPFields) throws(ServiceError) {
    let options = fields[values: .connection].flatMap { $0.lowercased().split { $0 == "," || $0 == " " } }
    guard method == .get, options.contains("upgrade"), fields[values: .contentLength].allSatisfy({ $0 == "0" }),
      !fields.contains(.transferEncoding)
    else { throw .badRequest("A WebSocket begins with a GET without a body, with Connection: Upgrade") }
    let keys = fields[values: .secWebSocketKey]
    guard keys.count == 1, let key = keys.first.flatMap({ Data(base64Encoded: $0) }), key.count == 16 else {
      throw .badRequest("A WebSocket begins with one Sec-WebSocket-Key of 16 bytes")
    }
    guard fields[values: .secWebSocketVersion] == ["13"] else {
      throw ServiceError(
        status: .upgradeRequired, code: "BAD_REQUEST", message: "The only version of WebSocket is 13",
        webSocketVersion: "13")
    }
  }
}
