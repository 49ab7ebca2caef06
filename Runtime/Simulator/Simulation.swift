import FoundationEssentials
import Push
import Wire

/// The state of a simulator, without I/O: it turns requests into replies.
struct Simulation {
  /// The reply to a request.
  struct Reply: Sendable {
    /// The answer; nil if the fault suppresses it.
    var answer: Answer?
    var fault: Fault?
    /// A new MAX_CONCURRENT_STREAMS, to be sent before the answer.
    var maxConcurrentStreams: Int?
    var lines: [String] = []
  }

  /// The state of one connection.
  struct Connection: Sendable {
    let number: Int
    var history = TokenHistory()
    /// Whether it has carried a valid request.
    var isProven = false
  }

  /// The number of streams that a connection may have open before its first valid request.
  static let firstStreams = 1
  /// The number after it.
  static let provenStreams = 1000

  var validator: Validator
  var player: FaultPlayer
  var arrivals: Arrivals
  private var counts = SimulatorStatus()
  private let environment: PushEnvironment
  private let writesLines: Bool

  init(_ configuration: SimulatorConfiguration) {
    validator = Validator(configuration)
    player = FaultPlayer(configuration.faults)
    arrivals = Arrivals(capacity: configuration.capacity, capacityBytes: configuration.capacityBytes)
    environment = configuration.environment
    if case .none = configuration.lines { writesLines = false } else { writesLines = true }
  }

  var status: SimulatorStatus {
    var status = counts
    status.faults = player.played
    return status
  }

  // MARK: Connections

  /// Records an accepted connection, and returns the fault for its start.
  mutating func open() -> (Connection, Fault?) {
    counts.connections += 1
    counts.openConnections += 1
    return (Connection(number: counts.connections), player.nextConnection()?.fault)
  }

  mutating func close() { counts.openConnections -= 1 }

  mutating func countResets(_ count: Int) { counts.resets += count }

  // MARK: Requests

  mutating func take(_ request: ReceivedPush, on connection: inout Connection, now: Date) -> Reply {
    counts.requests += 1
    var reply = Reply()
    guard let choice = player.nextRequest() else {
      serve(request, on: &connection, now: now, reply: &reply)
      return reply
    }
    reply.fault = choice.fault
    if writesLines { reply.lines.append(PushLine.fault(choice.fault, position: player.position(.requests))) }
    if choice.fault.keepsAnswer {
      serve(request, on: &connection, now: now, reply: &reply)
      if case .settings(let streams) = choice.fault { reply.maxConcurrentStreams = streams }
      return reply
    }
    if choice.arrives {
      serve(request, on: &connection, now: now, reply: &reply)
      reply.maxConcurrentStreams = nil
    }
    reply.answer = nil
    if case .answer(let answer) = choice.fault { reply.answer = Self.answer(answer, to: request, now: now) }
    return reply
  }

  private mutating func serve(
    _ request: ReceivedPush, on connection: inout Connection, now: Date, reply: inout Reply
  ) {
    var answer = Answer(status: 200)
    Self.identify(&answer, request)
    let seconds = Int64(now.timeIntervalSince1970)
    do throws(Rejection) {
      let push = try validate(request, answer: &answer, history: &connection.history, now: seconds)
      if let push {
        if environment == .sandbox || push.channel != nil { answer.uniqueID = UUID().uuidString }
        arrivals.record(push, at: now, connection: connection.number)
        counts.accepted += 1
        if writesLines { reply.lines.append(PushLine.accepted(push)) }
      }
      if !connection.isProven {
        connection.isProven = true
        reply.maxConcurrentStreams = Self.provenStreams
      }
    } catch {
      answer.status = error.reason.status
      answer.body = Answer.errorBody(reason: error.reason.rawValue, timestamp: error.timestamp)
      counts.rejected[error.reason.rawValue, default: 0] += 1
      if writesLines { reply.lines.append(PushLine.refused(error)) }
    }
    reply.answer = answer
  }

  /// Validates a request by its path. Returns nil for a channel request.
  private mutating func validate(
    _ request: ReceivedPush, answer: inout Answer, history: inout TokenHistory, now: Int64
  ) throws(Rejection) -> AcceptedPush? {
    let id = answer.id ?? answer.requestID ?? ""
    if request.path.hasPrefix("/3/") {
      return try validator.push(request, id: id, history: &history, now: now)
    }
    let broadcasts = "/4/broadcasts/apps/"
    if request.path.hasPrefix(broadcasts) {
      let bundleID = String(request.path.dropFirst(broadcasts.count))
      return try validator.broadcast(request, bundleID: bundleID, id: id, history: &history, now: now)
    }
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "1", parts[2] == "apps",
      parts[4] == "channels" || parts[4] == "all-channels"
    else { return try validator.push(request, id: id, history: &history, now: now) }
    let bundleID = String(parts[3])
    let managed =
      parts[4] == "channels"
      ? try validator.channels(request, bundleID: bundleID, history: &history, now: now)
      : try validator.allChannels(request, bundleID: bundleID, history: &history, now: now)
    answer.status = managed.status
    answer.channel = managed.channel
    answer.body = managed.body
    return nil
  }

  // MARK: Answers

  /// Sets the ids of an answer to those of its request, or to new ones. A push to a device has `apns-id`, other
  /// requests have `apns-request-id`.
  private static func identify(_ answer: inout Answer, _ request: ReceivedPush) {
    let id = request.id.flatMap { Syntax.isUUID($0) ? $0 : nil }
    let requestID = request.requestID.flatMap { Syntax.isUUID($0) ? $0 : nil }
    let isForDevice = request.path.hasPrefix("/3/")
    answer.id = id ?? (isForDevice ? UUID().lowercased : nil)
    answer.requestID = requestID ?? (isForDevice ? nil : id ?? UUID().lowercased)
  }

  private static func answer(_ fault: FaultAnswer, to request: ReceivedPush, now: Date) -> Answer {
    let timestamp = fault.ageSeconds.map { Int64((now.timeIntervalSince1970 - Double($0)) * 1000) }
    var answer = Answer(status: fault.status, body: Answer.errorBody(reason: fault.reason, timestamp: timestamp))
    answer.retryAfter = fault.retryAfterSeconds
    identify(&answer, request)
    return answer
  }
}
