package import FoundationEssentials

/// The connections of a host's sender to one service in one environment.
package struct PushConnections: Codable, Sendable, Hashable {
  package struct Connection: Codable, Sendable, Hashable {
    package enum State: String, Codable, Sendable {
      /// One notification goes first.
      case warming
      case open
      /// It takes no more notifications.
      case retiring
    }

    package let state: State
    package let inFlight: Int
    /// The streams that the server allows, as far as it is known.
    package let limit: Int

    package init(state: State, inFlight: Int, limit: Int) {
      self.state = state
      self.inFlight = inFlight
      self.limit = limit
    }

    private enum CodingKeys: String, CodingKey {
      case state
      case inFlight = "in_flight"
      case limit
    }
  }

  /// A fault in words.
  package struct Fault: Codable, Sendable, Hashable {
    package let reason: String
    package let meaning: String

    package init(reason: String, meaning: String) {
      self.reason = reason
      self.meaning = meaning
    }
  }

  /// The last answer of the server.
  package struct Answer: Codable, Sendable, Hashable {
    package let status: Int
    package let reason: String?
    package let time: Date

    package init(status: Int, reason: String?, time: Date) {
      self.status = status
      self.reason = reason
      self.time = time
    }
  }

  /// `notifications` or `channels`.
  package let service: String
  package let environment: String
  package let connections: [Connection]
  /// The notifications that wait for a connection, a stream or a retry.
  package let waiting: Int
  /// The age of the provider token in seconds; nil before the first one.
  package let tokenAge: Int?
  package let lastAnswer: Answer?
  /// Why nothing is sent; nil while notifications are sent.
  package let stopped: Fault?
  /// The seconds until a stopped sender tries again.
  package let stoppedFor: Int?
  /// Why the server cannot be reached; nil if it can.
  package let unreachable: Fault?

  package init(
    service: String, environment: String, connections: [Connection], waiting: Int, tokenAge: Int?,
    lastAnswer: Answer?, stopped: Fault?, stoppedFor: Int?, unreachable: Fault?
  ) {
    self.service = service
    self.environment = environment
    self.connections = connections
    self.waiting = waiting
    self.tokenAge = tokenAge
    self.lastAnswer = lastAnswer
    self.stopped = stopped
    self.stoppedFor = stoppedFor
    self.unreachable = unreachable
  }

  private enum CodingKeys: String, CodingKey {
    case service, environment, connections, waiting
    case tokenAge = "token_age_s"
    case lastAnswer = "last_answer"
    case stopped
    case stoppedFor = "stopped_for_s"
    case unreachable
  }
}

extension PushConnections.Fault {
  package init(_ fault: PushFault) { self.init(reason: fault.code.rawValue, meaning: fault.message) }
}
