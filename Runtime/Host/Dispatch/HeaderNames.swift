import HTTPTypes

/// A field name that is known to be one.
private func name(_ text: StaticString) -> HTTPField.Name {
  HTTPField.Name("\(text)") ?? .xContentTypeOptions
}

extension HTTPField.Name {
  static let errorCode = name("sb-error-code")
  static let requestID = name("sb-request-id")
  static let servedBy = name("x-served-by")
  static let relayError = name("x-relay-error")
  static let apiKey = name("apikey")
  static let traceparent = name("traceparent")
  static let forwardedFor = name("x-forwarded-for")
  static let hostField = name("host")
}

extension HTTPFields {
  /// The value of the first field of that name.
  func first(_ name: HTTPField.Name) -> String? { first { $0.name == name }?.value }
}

extension HTTPField.Name {
  /// The name that a request spells so; nil if it is no token.
  ///
  /// What clients send over and over is looked up and not checked character by character.
  init?(received text: String) {
    if let known = Self.known[text] {
      self = known
    } else {
      self.init(text)
    }
  }

  private static let known: [String: HTTPField.Name] = {
    let names = [
      "Host", "User-Agent", "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Connection",
      "Content-Type",
      "Content-Length", "Origin", "Referer", "apikey", "X-Client-Info", "x-region", "traceparent", "X-Forwarded-For",
      "X-Forwarded-Proto", "Prefer", "Cookie", "Cache-Control", "x-retry-count",
    ]
    var known: [String: HTTPField.Name] = [:]
    for spelling in names + names.map({ $0.lowercased() }) { known[spelling] = HTTPField.Name(spelling) }
    return known
  }()
}
