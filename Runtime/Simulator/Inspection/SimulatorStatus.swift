import Wire

/// What a simulator has counted since it started.
public struct SimulatorStatus: Sendable, Hashable {
  /// Connections accepted.
  public internal(set) var connections = 0
  /// Connections open now.
  public internal(set) var openConnections = 0
  /// Requests to Apple's paths, whatever became of them.
  public internal(set) var requests = 0
  /// Notifications that arrived; one that was sent twice counts twice.
  public internal(set) var accepted = 0
  /// Refusals that the requests deserved, by reason.
  public internal(set) var rejected: [String: Int] = [:]
  /// Faults played, by name, since the script in force was given.
  public internal(set) var faults: [String: Int] = [:]
  /// RST_STREAM frames received; libcurl sends one after each finished stream.
  public internal(set) var resets = 0

  var json: String {
    """
    {"connections":\(connections),"open_connections":\(openConnections),"requests":\(requests),"accepted":\(accepted),\
    "rejected":\(Self.json(rejected)),"faults":\(Self.json(faults)),"rst_streams":\(resets)}
    """
  }

  static func json(_ counts: [String: Int]) -> String {
    let fields = counts.sorted { $0.key < $1.key }.map { "\(JSONWriter.quoted($0.key)):\($0.value)" }
    return "{\(fields.joined(separator: ","))}"
  }
}
