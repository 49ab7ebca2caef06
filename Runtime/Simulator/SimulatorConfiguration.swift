package import FoundationEssentials
package import Push

/// The configuration of a simulator.
package struct SimulatorConfiguration: Sendable {
  /// The port for TLS and HTTP/2 on 127.0.0.1; 0 takes any free one.
  package var port = 0
  /// The port for `/_simulator` over plain HTTP/1.1 on 127.0.0.1; 0 takes any free one, nil opens none.
  package var inspectionPort: Int?
  /// The folder of its certificate authority and server certificate. They are created at the first start.
  package var folder: String
  /// The server of Apple's that it simulates.
  package var environment = PushEnvironment.sandbox
  /// The bundle ids that are accepted, without a suffix; empty for any that does not end like the suffix of a push type,
  /// as `com.example.voip` does.
  package var topics: Set<String> = []
  /// The keys whose provider tokens are accepted.
  ///
  /// Without keys any well-formed ES256 token with a `kid`, an `iss` and a recent `iat` is accepted, and its signature
  /// is not checked.
  package var keys: [ProviderKey] = []
  /// Devices with a known app or environment. A token that is not listed is accepted for any app.
  package var devices: [SimulatedDevice] = []
  /// The largest number of stored notifications, 1 or more. The oldest are removed first.
  package var capacity = 100_000
  /// The largest number of stored payload bytes. The oldest notifications are removed first.
  package var capacityBytes = 64 << 20
  package var faults = FaultScript()
  package var lines = PushLines.logger
  /// The wall clock for the ages of provider tokens and the times of arrival.
  package var now: @Sendable () -> Date = { Date() }

  /// Creates the configuration of a sandbox that accepts any topic and any key, on any free port.
  package init(folder: String) { self.folder = folder }
}
