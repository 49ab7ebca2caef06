public import FoundationEssentials
public import Push

/// The push notifications of a function.
///
/// ```swift
/// let push = PushNotification(.alert(PushAlert(title: "It's a match!")), bundleID: context.push.bundleID)
/// let outcome = try await context.push.send(push, to: DeviceToken(hex, environment: context.push.environment))
/// ```
public struct PushService: Sendable {
  /// The app's bundle id: `APNS_TOPIC`.
  public let bundleID: String
  /// The bundle ids of further apps on the host, by name: `[apns.topics]`.
  public let bundleIDs: [String: String]
  /// The environment of tokens that name none: `APNS_ENVIRONMENT`.
  public let environment: PushEnvironment
  private let sender: (any PushSending)?

  /// Creates a service. Without a sender, every send throws.
  public init(
    bundleID: String, bundleIDs: [String: String] = [:], environment: PushEnvironment, sender: (any PushSending)?
  ) {
    self.bundleID = bundleID
    self.bundleIDs = bundleIDs
    self.environment = environment
    self.sender = sender
  }

  package var hasSender: Bool { sender != nil }

  /// A service without a sender: every send throws.
  public static let none = PushService(bundleID: "", environment: .sandbox, sender: nil)

  /// Sends a notification to a device.
  ///
  /// - Parameters:
  ///   - notification: the notification.
  ///   - token: the device.
  ///   - id: the notification's id, `apns-id`; a retry with the same id is the same notification.
  ///   - retryDeadline: the time within which an attempt may start, counted from this call. It bounds the wait for a
  ///     connection, and the retries after a failure of Apple or of the network. It is clamped to 0 to 15 minutes; nil
  ///     is 15 minutes. A notification that still waits when it is over has the outcome
  ///     ``PushOutcome/undelivered(_:lastAnswer:mayHaveArrived:)``.
  /// - Returns: the outcome.
  /// - Throws: ``PushError`` for a notification that Apple would refuse; ``FunctionError`` 503 without a configured
  ///   sender.
  public func send(
    _ notification: PushNotification, to token: DeviceToken, id: UUID = UUID(), retryDeadline: Duration? = nil
  ) async throws -> PushOutcome {
    let sender = try connected()
    var push = try notification.prepared(for: token, id: id)
    push.retryDeadline = retryDeadline
    return await sender.send(push)
  }

  /// Returns the service with its sender wrapped by another one; without a sender it stays as it is.
  package func wrapped(by wrap: (any PushSending) -> any PushSending) -> PushService {
    PushService(
      bundleID: bundleID, bundleIDs: bundleIDs, environment: environment, sender: sender.map(wrap))
  }

  /// Returns the sender.
  ///
  /// - Throws: ``FunctionError`` 503 if there is none.
  package func connected() throws(FunctionError) -> any PushSending {
    guard let sender else {
      throw FunctionError.notConnected(
        "APNs is not configured: set APNS_KEY_ID, APNS_TEAM_ID, APNS_PRIVATE_KEY_PATH and APNS_TOPIC",
        retryAfter: 60)
    }
    return sender
  }
}
