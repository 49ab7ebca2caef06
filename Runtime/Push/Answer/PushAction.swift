/// What happens to a notification after an answer of Apple's. The answer table decides it (``init(_:)``), and nothing else does.
public enum PushAction: Sendable, Hashable {
  /// Apple has it.
  case delivered
  /// Apple refuses it and always will: no retry.
  case refuse(PushFault)
  /// The device no longer takes notifications: forget its token, unless it was registered again since.
  case forgetToken
  /// Send it again, under the same id.
  case retry(Retry)
  /// Nothing on this lane can be delivered until somebody acts: send no more, keep the notifications, say so loudly.
  case stopLane
  /// Go back to the provider token before this one while it is valid, then send again on the same connection.
  case keepProviderToken

  /// How a notification is sent again.
  public struct Retry: Sendable, Hashable {
    /// Where it is sent again.
    public enum Connection: Sendable, Hashable {
      /// On a connection that is there already.
      case same
      /// On a new one; the one that brought the answer is used no more.
      case new
    }

    /// How often it is sent again.
    public enum Limit: Sendable, Hashable {
      /// One more time.
      case once
      /// With exponential back-off, for Apple's 15 minutes after the first attempt.
      case untilDeadline
    }

    /// What waits for the back-off.
    public enum Scope: Sendable, Hashable {
      /// This notification.
      case notification
      /// Every notification to this device.
      case device
    }

    /// Where it is sent again.
    public let connection: Connection

    /// Whether a new provider token is needed first.
    public let renewsProviderToken: Bool

    /// How often it is sent again.
    public let limit: Limit

    /// What waits for the back-off.
    public let scope: Scope

    /// Describes a retry.
    ///
    /// - Parameters:
    ///   - connection: Where it is sent again.
    ///   - renewsProviderToken: Whether a new provider token is needed first.
    ///   - limit: How often it is sent again.
    ///   - scope: What waits for the back-off.
    public init(
      on connection: Connection, renewsProviderToken: Bool = false, limit: Limit, scope: Scope = .notification
    ) {
      self.connection = connection
      self.renewsProviderToken = renewsProviderToken
      self.limit = limit
      self.scope = scope
    }
  }
}
