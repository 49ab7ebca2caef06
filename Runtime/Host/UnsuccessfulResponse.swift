/// The error of a job whose function responds with an error's status.
public struct UnsuccessfulResponse: Error, Hashable, Sendable, CustomStringConvertible {
  /// The status, 400 or more.
  public let status: Int

  /// A text with the status.
  public var description: String { "The function answered with status \(status)" }
}
