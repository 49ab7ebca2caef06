import HTTPCalls

/// A transport whose requests are recorded as steps of a run. A step ends with the response, or with its head if the
/// body is streamed.
struct ObservedTransport: HTTPTransport {
  let base: any HTTPTransport
  let run: Invocation

  func exchange(_ request: HTTPClient.Request, isStreamed: Bool) async throws -> HTTPClient.StreamedResponse {
    try await run.step(.call, "\(request.method.rawValue) \(Self.address(of: request.url))") {
      try await base.exchange(request, isStreamed: isStreamed)
    } note: { response, step in
      step.status = response.status.code
    }
  }

  func shutdown() async { await base.shutdown() }

  /// Scheme, host, port and path of a URL: no user, password, query or fragment.
  static func address(of url: String) -> String {
    let address = url.prefix { $0 != "?" && $0 != "#" }
    guard let scheme = address.firstRange(of: "://") else { return String(address) }
    let rest = address[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "\\" }
    guard let at = authority.lastIndex(of: "@") else { return String(address) }
    return "\(address[..<scheme.upperBound])\(rest[rest.index(after: at)...])"
  }
}
