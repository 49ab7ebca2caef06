import Edge
import HTTPTypes

/// Cross-origin answers as Supabase gives them: functions are called from any page, with a token instead of cookies.
enum CORS {
  static let methods = "GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD"
  static let headers = "authorization, x-client-info, apikey, content-type, x-retry-count"

  /// The most names that a preflight may ask for.
  private static let maximumNames = 64

  /// Answers a preflight: what is always allowed, and what was asked for.
  static func preflight(_ requested: HTTPFields) -> Response {
    var names = headers.split(separator: ",").map { $0.trimming() }
    var seen = Set(names)
    // By bytes, and no further than the names that count: a preflight needs no token, and may be as long as a head.
    let asked = (requested[.accessControlRequestHeaders] ?? "").utf8
    for name in asked.split(separator: UInt8(ascii: ","), maxSplits: maximumNames).prefix(maximumNames) {
      let name = Substring(name).trimming().lowercased()
      if HTTPField.Name(name) != nil, seen.insert(name).inserted { names.append(name) }
    }
    return Response(
      status: .noContent,
      headers: [
        .accessControlAllowOrigin: "*", .accessControlAllowMethods: methods,
        .accessControlAllowHeaders: names.joined(separator: ", "),
        .accessControlMaxAge: "86400",
      ])
  }
}

extension Substring {
  fileprivate func trimming() -> String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
