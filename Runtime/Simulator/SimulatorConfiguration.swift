public import FoundationEssentials

/// The configuration of a simulator.
public struct SimulatorConfiguration: Sendable {
  /// The port for TLS and HTTP/2 on 127.0.0.1; 0 takes any free one.
  public var port: Int
  /// The port for `/_simulator` over plain HTTP/1.1 on 127.0.0.1; 0 takes any free one, nil opens none.
  public var inspectionPort: Int?
  /// The folder of its certificate authority and server certificate. They are created at the first start.
  public var folder: String
  /// The server of Apple's that it simulates.
  public var environment: SimulatedEnvironment
  /// The bundle ids that are accepted, without a suffix; empty for any that does not end like the suffix of a push type,
  /// as `com.example.voip` does.
  public var topics: Set<String>
  /// The keys whose provider tokens are accepted.
  ///
  /// Without keys any well-formed ES256 token with a `kid`, an `iss` and a recent `iat` is accepted, and its signature
  /// is not checked.
  public var keys: [ProviderKey]
  /// Devices with a known app or environment. A token that is not listed is accepted for any app.
  public var devices: [SimulatedDevice]
  /// The largest number of stored notifications, 1 or more. The oldest are removed first.
  public var capacity: Int
  /// The largest number of stored payload bytes. The oldest notifications are removed first.
  public var capacityBytes: Int
  /// The faults to play from the start.
  public var faults: FaultScript
  /// The destination of the log line for each push.
  public var lines: PushLines
  /// The wall clock for the ages of provider tokens and the times of arrival.
  public var now: @Sendable () -> Date

  /// Creates the configuration of a sandbox that accepts any topic and any key, on any free port.
  ///
  /// - Parameter folder: a folder for the simulator's certificates.
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
