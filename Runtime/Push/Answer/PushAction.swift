/// The action of the sender after an answer from Apple. The answer table alone decides it (``init(_:)``).
package enum PushAction: Sendable, Hashable {
  /// Apple accepted the notification.
  case delivered
  /// Apple refused it for a permanent reason. There is no retry.
  case refuse
  /// The device no longer takes notifications: forget its token, unless it was registered again since.
  case forgetToken
  /// Send it again, under the same id.
  case retry(Retry)
  /// Nothing on this destination can be delivered until the key or the configuration is corrected: stop sending, report
  /// the notifications as undelivered, log an error.
  case stopDestination
  /// Go back to the provider token before this one while it is valid, then send again on the same connection.
  case keepProviderToken

  /// How a notification is sent again.
  package struct Retry: Sendable, Hashable {
    /// Where it is sent again.
    package enum Connection: Sendable, Hashable {
      /// On an existing connection.
      case same
      /// On a new one. The connection that brought the answer takes no more requests.
      case new
    }

    /// How often it is sent again.
    package enum Limit: Sendable, Hashable {
      /// One more time.
      case once
      /// With exponential back-off, until the retry deadline: at most Apple's 15 minutes from the instant at which the
      /// sender accepts the notification. Its wait for a connection counts.
      case untilDeadline
    }

    /// The notifications that wait for the back-off.
    package enum Scope: Sendable, Hashable {
      /// This notification.
      case notification
      /// Every notification to this device.
      case device
    }

    package let connection: Connection
    /// Whether a new provider token is needed first. If the retry is refused in the same way, the destination stops.
    package let renewsProviderToken: Bool
    package let limit: Limit
    package let scope: Scope

    package init(
      on connection: Connection, renewsProviderToken: Bool = false, limit: Limit, scope: Scope = .notification
    ) {
      self.connection = connection
      self.renewsProviderToken = renewsProviderToken
      self.limit = limit
      self.scope = scope
    }
  }
}
