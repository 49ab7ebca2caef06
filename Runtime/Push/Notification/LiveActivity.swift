public import Foundation

/// What happens to a Live Activity: it starts, changes or ends.
///
/// The app's ActivityKit reads state and attributes by Foundation's own rules: a `Date` is written as seconds since 2001.
public struct LiveActivity: Sendable {
  /// What the device shows and plays along with a change.
  public struct Alert: Sendable, Hashable {
    /// The first line.
    public var title: PushText
    /// The text.
    public var body: PushText
    /// The sound; the system's without.
    public var sound: PushSound?

    /// Creates an alert.
    ///
    /// - Parameters:
    ///   - title: The first line.
    ///   - body: The text.
    ///   - sound: The sound; the system's without.
    public init(title: PushText, body: PushText, sound: PushSound? = nil) {
      self.title = title
      self.body = body
      self.sound = sound
    }
  }

  /// How an activity that a push started gets its updates.
  public enum Updates: Sendable, Hashable {
    /// As the app arranges it.
    case app
    /// By a token of its own, which the app is asked to report.
    case token
    /// By broadcasts on a channel.
    case channel(String)
  }

  enum Event: Sendable {
    case start(type: String, attributes: any Encodable & Sendable, updates: Updates)
    case update
    case end(dismissal: Date?)
  }

  let event: Event
  let state: (any Encodable & Sendable)?

  /// When it happened, to the second. The device ignores what is older than what it shows.
  public var timestamp: Date

  /// From when on the activity counts as outdated.
  public var staleDate: Date?

  /// Its place among the app's activities; the highest is on top. Any number.
  public var relevanceScore: Double?

  /// What the device shows and plays along; nothing without.
  public var alert: Alert?

  /// Starts an activity (iOS 17.2). It goes to the app's push-to-start token.
  ///
  /// - Parameters:
  ///   - attributesType: The name of the app's type of `ActivityAttributes`.
  ///   - attributes: What stays the same through the activity's life.
  ///   - state: What it shows first.
  ///   - alert: What tells people of it; a start needs one.
  ///   - updates: How it gets its updates (iOS 18 for a token or a channel).
  ///   - timestamp: When it happened.
  /// - Returns: The start.
  public static func start(
    attributesType: String, attributes: any Encodable & Sendable, state: any Encodable & Sendable, alert: Alert,
    updates: Updates = .app, timestamp: Date = Date()
  ) -> LiveActivity {
    let event = Event.start(type: attributesType, attributes: attributes, updates: updates)
    return LiveActivity(event: event, state: state, timestamp: timestamp, alert: alert)
  }

  /// Changes what an activity shows. It goes to the activity's own token.
  ///
  /// - Parameters:
  ///   - state: What it shows now.
  ///   - alert: What the device shows and plays along.
  ///   - timestamp: When it happened.
  /// - Returns: The update.
  public static func update(
    state: any Encodable & Sendable, alert: Alert? = nil, timestamp: Date = Date()
  ) -> LiveActivity {
    LiveActivity(event: .update, state: state, timestamp: timestamp, alert: alert)
  }

  /// Ends an activity. It goes to the activity's own token.
  ///
  /// - Parameters:
  ///   - state: What it shows at last; what it showed without.
  ///   - dismissal: When it leaves the lock screen: at once for a date that is past, four hours from now without.
  ///   - alert: What the device shows and plays along.
  ///   - timestamp: When it happened.
  /// - Returns: The end.
  public static func end(
    state: (any Encodable & Sendable)? = nil, dismissal: Date? = nil, alert: Alert? = nil, timestamp: Date = Date()
  ) -> LiveActivity {
    LiveActivity(event: .end(dismissal: dismissal), state: state, timestamp: timestamp, alert: alert)
  }

  private init(event: Event, state: (any Encodable & Sendable)?, timestamp: Date, alert: Alert?) {
    self.event = event
    self.state = state
    self.timestamp = timestamp
    self.alert = alert
  }
}
