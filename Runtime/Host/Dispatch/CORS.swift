package import Edge
package import HTTPTypes

/// Cross-origin responses as in Supabase: any page may call functions, with a token instead of cookies.
package enum CORS {
  static let methods = "GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD"
  static let headers = "authorization, x-client-info, apikey, content-type, x-retry-count, idempotency-key"

  /// The most field names of a preflight that are read.
  private static let maximumNames = 64

  /// Answers a preflight: the default fields and the requested ones are allowed.
  package static func preflight(_ requested: HTTPFields) -> Response {
    var names = headers.split(separator: ",").map(\.trimmed)
    var seen = Set(names)
    // Split by bytes, and only as far as needed: a preflight needs no token, and its list may be as long as a head.
    let asked = (requested[.accessControlRequestHeaders] ?? "").utf8
    for name in asked.split(separator: UInt8(ascii: ","), maxSplits: maximumNames).prefix(maximumNames) {
      let name = Substring(name).trimmed.lowercased()
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
