import HTTPTypes

extension Response {
  /// A stream of server-sent events. Each event is sent to the client at once.
  public static func events(
    _ write:
      @escaping @Sendable (_ send: @escaping @Sendable (ServerSentEvent) async throws -> Void) async throws -> Void
  ) -> Response {
    var response = Response.stream(contentType: "text/event-stream") { writer in
      try await write { event in try await writer.write(event.text) }
    }
    response.headers[.cacheControl] = "no-cache"
    return response
  }
}
