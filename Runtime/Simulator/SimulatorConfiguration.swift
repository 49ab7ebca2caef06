public import Foundation

/// What a simulator can be told.
public struct SimulatorConfiguration: Sendable {
  /// The port for TLS and HTTP/2 on 127.0.0.1; 0 takes any free one.
  public var port: Int
  /// The port for `/_simulator` over plain HTTP/1.1 on 127.0.0.1; 0 takes any free one, nil opens none.
  public var inspectionPort: Int?
  /// Where its own certificate authority and server certificate live. Made at the first start, used again later.
  public var folder: String
  /// Which of Apple's two servers it plays.
  public var environment: SimulatedEnvironment
  /// The bundle ids that may be pushed to, without a suffix. Empty: any.
  public var topics: Set<String>
  /// The keys whose provider tokens are accepted.
  ///
  /// Empty: any well-formed ES256 token with a `kid`, an `iss` and a fresh `iat` is accepted, and its signature is not checked.
  public var keys: [ProviderKey]
  /// Devices with a known app or environment. A token that is not listed is accepted for any app.
  public var devices: [SimulatedDevice]
  /// How many notifications are kept to be looked at, 1 or more; the oldest go first.
  public var capacity: Int
  /// How many bytes of payload are kept to be looked at; the oldest go first.
  public var capacityBytes: Int
  /// The faults to play from the start.
  public var faults: FaultScript
  /// Where the readable line per push goes.
  public var lines: PushLines
  /// The clock of the day: ages of provider tokens, times of arrival.
  public var now: @Sendable () -> Date

  /// A sandbox that accepts any topic and any key, on any free port.
  ///
  /// - Parameter folder: a folder of the simulator's own for its certificates.
  public init(folder: String) {
    self.folder = folder
    port = 0
    inspectionPort = nil
    environment = .sandbox
    topics = []
    keys = []
    devices = []
    capacity = 100_000
    capacityBytes = 64 << 20
    faults = FaultScript()
    lines = .logger
    now = { Date() }
  }
}

/// Which of Apple's two servers is played. A device token belongs to one of them.
public enum SimulatedEnvironment: String, Sendable, Hashable, CaseIterable {
  /// `api.sandbox.push.apple.com`: answers carry `apns-unique-id`.
  case sandbox
  /// `api.push.apple.com`.
  case production
}

/// Where the readable line per push goes.
public enum PushLines: Sendable {
  /// To the logger, at level info.
  case logger
  /// To a function, called on the simulator's own thread: it must not block.
  case writer(@Sendable (String) -> Void)
  /// Nowhere.
  case none
}

/// A device whose app or environment is known.
public struct SimulatedDevice: Sendable, Hashable {
  /// Its token in hexadecimal digits.
  public var token: String
  /// The bundle id of its app, without a suffix; nil for any.
  public var topic: String?
  /// The server that its token is for; nil for any.
  public var environment: SimulatedEnvironment?

  /// A device.
  public init(token: String, topic: String? = nil, environment: SimulatedEnvironment? = nil) {
    self.token = token
    self.topic = topic
    self.environment = environment
  }
}
