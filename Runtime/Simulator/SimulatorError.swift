/// The reason why a simulator cannot start.
package struct SimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the error.
  package enum Code: Sendable {
    /// Another process listens on the port.
    case portTaken
    /// Listening on the port failed.
    case cannotListen
    /// The folder's certificates cannot be made or used.
    case badCertificates
  }

  package let code: Code
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
