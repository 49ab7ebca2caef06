/// A mistake in a script, with its place.
public struct FaultScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place, as `steps[1].faults[0].status`; empty for the whole text.
  public let path: String
  /// The mistake and advice.
  public let message: String

  /// Place and message.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }

  init(_ path: String, _ message: String) {
    self.path = path
    self.message = message
  }
}
