public import Database
public import Foundation
public import Push

/// Sends notifications to Apple: the seam between functions and a sender.
public protocol PushSending: Sendable {
  /// Sends a notification, and says what became of it once that is decided.
  func send(_ push: PreparedPush) async -> PushOutcome

  /// Asks about channels, and says what Apple answers once that is decided.
  func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer
}

/// Push notifications, as functions send them.
///
/// ```swift
/// let push = PushNotification(.alert(PushAlert(title: "It's a match!")), bundleID: context.push.bundleID)
/// let outcome = try await context.push.send(push, to: DeviceToken(hex, environment: context.push.environment))
/// ```
public struct PushService: Sendable {
  /// The app's bundle id: `APNS_TOPIC`.
  public let bundleID: String
  /// Where tokens belong that do not say it: `APNS_ENVIRONMENT`.
  public let environment: PushEnvironment
  private let sender: (any PushSending)?

  /// A service.
  ///
  /// - Parameters:
  ///   - bundleID: the app's bundle id.
  ///   - environment: where tokens belong that do not say it.
  ///   - sender: what sends; nil refuses to.
  public init(bundleID: String, environment: PushEnvironment, sender: (any PushSending)?) {
    self.bundleID = bundleID
    self.environment = environment
    self.sender = sender
  }

  /// A service that refuses to send: the host has no key of Apple's, and no simulator.
  public static let none = PushService(bundleID: "", environment: .sandbox, sender: nil)

  /// Sends a notification to a device.
  ///
  /// - Parameters:
  ///   - notification: what to send.
  ///   - token: the device.
  ///   - id: the notification's id, `apns-id`; a retry with the same id is the same notification.
  ///   - retryDeadline: for how long the host tries again by itself what Apple or the network does not take; nil: 15 minutes, which is
  ///     also the most.
  /// - Returns: what became of it.
  /// - Throws: ``PushError`` for what Apple would refuse; ``FunctionError`` 503 where nothing is configured to send with.
  public func send(
    _ notification: PushNotification, to token: DeviceToken, id: UUID = UUID(), retryDeadline: Duration? = nil
  ) async throws -> PushOutcome {
    let sender = try connected()
    var push = try notification.prepared(for: token, id: id)
    push.retryDeadline = retryDeadline
    return await sender.send(push)
  }

  /// What sends.
  ///
  /// - Throws: ``FunctionError`` 503 where there is none.
  func connected() throws(FunctionError) -> any PushSending {
    guard let sender else {
      throw FunctionError.notConnected(
        "Nothing is configured to send pushes with: set APNS_KEY_ID, APNS_TEAM_ID, APNS_PRIVATE_KEY_PATH and APNS_TOPIC",
        retryAfter: 60)
    }
    return sender
  }
}

/// Stored by its name.
extension PushEnvironment: SQLValue {}
