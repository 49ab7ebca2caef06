internal import Foundation

/// What a lane sends.
enum Outgoing: Sendable {
  case push(PreparedPush)
  case channel(ChannelRequest.Prepared)

  var lane: LaneName {
    switch self {
    case .push(let push): LaneName(environment: push.environment, service: .notifications)
    case .channel(let request): LaneName(environment: request.environment, service: .channels)
    }
  }

  var id: UUID {
    switch self {
    case .push(let push): push.id
    case .channel(let request): request.id
    }
  }

  /// The device's token, for a limit per device.
  var device: String? { if case .push(let push) = self { push.device } else { nil } }

  /// When it is of no use any more.
  var expiresAt: Date? { if case .push(let push) = self { push.expiresAt } else { nil } }

  /// For how long it is tried again; nil for as long as the sender does.
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

  /// How large an answer is read. What Apple says to a push is two short fields; a longer body is no answer of Apple's.
  var answerLimit: Int { if case .push = self { 4096 } else { ChannelAnswer.bodyLimit } }
}
