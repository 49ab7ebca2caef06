/// The reason why a notification was not delivered, with advice.
///
/// It never carries a key, a device token or a notification's text, so it can be logged.
public struct PushFault: Error, Sendable, Hashable {
  /// The kind of a fault: Apple's reason in Apple's spelling, or one of this library's names, which begin in lower
  /// case. Later versions may add kinds.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The kind's name.
    public let rawValue: String

    /// A kind by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kind's name.
    public var description: String { rawValue }
  }

  /// The kind of the fault.
  public let code: Code

  /// The field with the fault, if it is in one: a header or a part of the payload.
  public let field: String?

  /// The meaning of the fault, and advice.
  public let message: String

  /// Describes a fault.
  public init(_ code: Code, field: String? = nil, _ message: String) {
    self.code = code
    self.field = field
    self.message = message
  }
}

extension PushFault.Code {
  /// Apple does not know the device token in this environment; it may belong to the other one.
  public static let badDeviceToken = Self(rawValue: "BadDeviceToken")
  /// The device token belongs to another app.
  public static let deviceTokenNotForTopic = Self(rawValue: "DeviceTokenNotForTopic")
  /// The payload is too large.
  public static let payloadTooLarge = Self(rawValue: "PayloadTooLarge")
  /// Apple accepted it: no fault.
  public static let accepted = Self(rawValue: "accepted")
  /// Apple refuses it for a reason this version does not know.
  public static let refused = Self(rawValue: "refused")
  /// Apple, or a proxy in between, sent a response that is not a valid answer.
  public static let unexpectedAnswer = Self(rawValue: "unexpectedAnswer")
}

extension PushFault: CustomStringConvertible {
  /// The code, the field if there is one, and the message.
  public var description: String { "\(code)\(field.map { " (\($0))" } ?? ""): \(message)" }
}
