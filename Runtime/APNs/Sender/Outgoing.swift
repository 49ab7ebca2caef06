internal import FoundationEssentials
import Push

/// A request that a destination sends: a notification or a channel request.
enum Outgoing: Sendable {
  case push(PreparedPush)
  case channel(ChannelRequest.Prepared)

  var destination: DestinationName {
    switch self {
    case .push(let push): DestinationName(environment: push.environment, service: .notifications)
    case .channel(let request): DestinationName(environment: request.environment, service: .channels)
    }
  }

  var id: UUID {
    switch self {
    case .push(let push): push.id
    case .channel(let request): request.id
    }
  }

  /// The device's token, for the limit per device.
  var device: String? { if case .push(let push) = self { push.device } else { nil } }

  /// When it expires; nil for never.
  var expiresAt: Date? { if case .push(let push) = self { push.expiresAt } else { nil } }

  /// For how long it is retried; nil for the sender's deadline.
  var retryDeadline: Duration? { if case .push(let push) = self { push.retryDeadline } else { nil } }

  var path: String {
    switch self {
    case .push(let push): push.path
    case .channel(let request): request.path
    }
  }

  var headers: [(name: String, value: String)] {
    switch self {
    case .push(let push): push.headers
    case .channel(let request): request.headers
    }
  }

  var body: [UInt8] {
    switch self {
    case .push(let push): push.body
    case .channel(let request): request.body
    }
  }

  /// The largest answer body that is read. Apple's answer to a push has two short fields; a longer body is not Apple's.
  var answerLimit: Int { if case .push = self { 4096 } else { ChannelAnswer.bodyLimit } }
}
