import Wire

/// The counts of a simulator since its start.
package struct SimulatorStatus: Sendable, Hashable {
  package internal(set) var connections = 0
  package internal(set) var openConnections = 0
  /// Requests to Apple's paths, with any result.
  package internal(set) var requests = 0
  /// Notifications that arrived. A notification that was sent twice counts twice.
  package internal(set) var accepted = 0
  /// Refused requests, by reason. Answers of faults do not count.
  package internal(set) var rejected: [String: Int] = [:]
  /// Faults played since the current script began, by name.
  package internal(set) var faults: [String: Int] = [:]
  /// RST_STREAM frames received; libcurl sends one after each finished stream.
  package internal(set) var resets = 0

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
