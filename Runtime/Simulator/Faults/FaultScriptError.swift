/// A mistake in a script, with its place.
package struct FaultScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place, as `steps[1].faults[0].status`; empty for the whole text.
  package let path: String
  package let message: String

  package var description: String { path.isEmpty ? message : "\(path): \(message)" }

  init(_ path: String, _ message: String) {
    self.path = path
    self.message = message
  }
}
