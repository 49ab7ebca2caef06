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
    for name in (requested[.accessControlRequestHeaders] ?? "").split(separator: ",").prefix(maximumNames) {
      let name = name.trimming().lowercased()
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
