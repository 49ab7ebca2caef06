/// The reason why a simulator cannot start.
public struct SimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private let name: String

    /// Another process listens on the port.
    public static let portTaken = Code(name: "portTaken")
    /// Listening on the port failed.
    public static let cannotListen = Code(name: "cannotListen")
    /// The folder's certificates cannot be made or used.
    public static let badCertificates = Code(name: "badCertificates")

    /// Its name.
    public var description: String { name }
  }

  /// The kind of the error.
  public let code: Code
  /// The error and advice.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
