/// Why a simulator cannot start.
public struct SimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What stands in the way.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private let name: String

    /// Somebody else listens there.
    public static let portTaken = Code(name: "portTaken")
    /// The port cannot be listened on.
    public static let cannotListen = Code(name: "cannotListen")
    /// The folder's certificates cannot be made or used.
    public static let badCertificates = Code(name: "badCertificates")

    /// Its name.
    public var description: String { name }
  }

  /// What stands in the way.
  public let code: Code
  /// What is wrong and what to do.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
