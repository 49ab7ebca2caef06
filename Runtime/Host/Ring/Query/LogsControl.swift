import Edge
import FoundationEssentials
import NIOCore

/// `_internal/logs`: the ring's events as lines, for the service role. `follow` goes on until the client leaves or the
/// host stops.
///
/// A slow follower costs the host nothing: the ring drops old events, and the follower is told how many it has missed.
struct LogsControl: Endpoint {
  static let controlName = "logs"
  static let mostFollowers = 64
  /// The most past events of an answer.
  static let mostEvents = 10_000
  /// The shortest time between two writes.
  private static let pause = Duration.milliseconds(20)
  /// The time without an event after which an empty line is written.
  private static let silence = Duration.seconds(15)
  /// The most events that are read at once.
  private static let batch = 8192

  let name = Self.controlName
  let traits = EndpointTraits(needsToken: true, access: .serviceRole, input: .json)
  private let ring: EventRing
  private let followers = Places(mostFollowers)

  init(_ ring: EventRing) { self.ring = ring }

  func admit(_ identity: Identity?) throws(AdmissionError) { try ServiceAccess.serviceRole.check(identity) }

  nonisolated(nonsending) func invoke(_ request: Request, _ invocation: Invocation) async throws -> Response {
    try admit(invocation.identity)
    let body = try await request.body.collect(upTo: 64 << 10)
    let query = body.readableBytes == 0 ? LogQuery() : try Self.query([UInt8](buffer: body))
    let filter = try EventFilter(query)
    let limit = max(0, min(query.limit ?? 100, Self.mostEvents))
    let type = query.text == true ? "text/plain;charset=UTF-8" : "application/x-ndjson"
    let lines = EventLines(isText: query.text == true)
    guard query.follow == true else {
      let events = Self.newest(limit, filter, ring)
      return .bytes([UInt8](events.map { lines.line($0) + "\n" }.joined().utf8), contentType: type)
    }
    guard let place = followers.take() else {
      throw FunctionError.notConnected("Too many readers follow the logs", retryAfter: 5)
    }
    return .stream(contentType: type) { [ring] writer in
      defer { withExtendedLifetime(place) {} }
      try await Self.follow(ring, filter, limit, lines, writer)
    }
  }

  private static func query(_ bytes: [UInt8]) throws(FunctionError) -> LogQuery {
    do { return try Wire.decode(LogQuery.self, from: bytes) } catch {
      throw .validation("The query is not valid: \(error)")
    }
  }

  /// The newest events that are wanted, the oldest first.
  private static func newest(_ limit: Int, _ filter: EventFilter, _ ring: EventRing) -> [RingEvent] {
    let invocations = ring.invocations(limit: limit) { filter.matches($0) }.map(RingEvent.invocation)
    let logs = ring.logs(limit: limit) { filter.matches($0) }.map(RingEvent.log)
    let deaths = ring.deaths(limit: limit) { filter.matches($0) }.map(RingEvent.death)
    return (invocations + logs + deaths).sorted { $0.sequence < $1.sequence }.suffix(limit)
  }

  private static func follow(
    _ ring: EventRing, _ filter: EventFilter, _ limit: Int, _ lines: EventLines, _ writer: ResponseWriter
  ) async throws {
    // The tail begins before the past events are read, so that no event is lost between. An event that is in both is
    // written once.
    var followed = ring.tail(bufferSize: batch).makeAsyncIterator()
    let past = newest(limit, filter, ring)
    var written = Set(past.map(\.sequence))
    try await writer.write(past.map { lines.line($0) + "\n" }.joined() + "\n")
    while let batch = await followed.next(upTo: silence) {
      var text = batch.missed > 0 ? lines.missed(batch.missed) + "\n" : ""
      for event in batch.events where filter.matches(event) && !written.contains(event.sequence) {
        text += lines.line(event) + "\n"
      }
      if !batch.events.isEmpty { written = [] }
      if batch.events.isEmpty, text.isEmpty { text = "\n" }
      if !text.isEmpty { try await writer.write(text) }
      try await Task.sleep(for: pause, tolerance: .zero)
    }
  }
}

/// The form of the lines.
private struct EventLines: Sendable {
  let isText: Bool

  func line(_ event: RingEvent) -> String { isText ? EventLine.text(event) : EventLine.json(event) }
  func missed(_ count: Int) -> String { isText ? EventLine.text(missed: count) : EventLine.json(missed: count) }
}
