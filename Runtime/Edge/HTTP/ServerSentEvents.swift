import HTTPTypes

/// An event for the browser's `EventSource` (HTML, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// The payload; line breaks are kept.
  public var data: String
  /// The event's type; `message` if there is none.
  public var event: String?
  /// What a client that reconnects sends as `Last-Event-ID`.
  public var id: String?

  /// An event.
  public init(data: String, event: String? = nil, id: String? = nil) {
    self.data = data
    self.event = event
    self.id = id
  }

  /// The event as it travels. A line break in a name would start a field of its own, so names lose theirs.
  public var text: String {
    func line(_ name: String, _ value: String?) -> String {
      value.map { "\(name): \($0.filter { !$0.isNewline && $0 != "\0" })\n" } ?? ""
    }
    let lines = data.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    return line("event", event) + line("id", id) + lines.map { "data: \($0)\n" }.joined() + "\n"
  }
}

extension Response {
  /// A stream of server-sent events; each one reaches the client as it is sent.
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
