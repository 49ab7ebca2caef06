/// An event for the browser's `EventSource` (HTML, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// The payload. Line breaks are preserved.
  public var data: String
  /// The event's type; nil is `message`.
  public var event: String?
  /// The id that a reconnecting client sends as `Last-Event-ID`.
  public var id: String?

  /// An event.
  public init(data: String, event: String? = nil, id: String? = nil) {
    self.data = data
    self.event = event
    self.id = id
  }

  /// The event in its wire format. Line breaks are removed from `event` and `id`, where they would start another field.
  public var text: String {
    func line(_ name: String, _ value: String?) -> String {
      value.map { "\(name): \($0.filter { !$0.isNewline && $0 != "\0" })\n" } ?? ""
    }
    let lines = data.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    return line("event", event) + line("id", id) + lines.map { "data: \($0)\n" }.joined() + "\n"
  }
}
