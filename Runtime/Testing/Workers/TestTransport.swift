import FoundationEssentials

/// The way from a ``TestHost`` to its functions.
public enum TestTransport: String, Sendable, Hashable, CaseIterable {
  /// The functions run in the test's task.
  case inline
  /// The functions run in a worker, over the channel that a host uses for its processes. The worker is in the test's
  /// process.
  case channel

  /// The transport that `SWIFTLET_TEST_TRANSPORT` names; ``inline`` without it.
  ///
  /// - Throws: an error that names the transports, if the variable has another value.
  public static var standard: TestTransport {
    get throws { try named(ProcessInfo.processInfo.environment["SWIFTLET_TEST_TRANSPORT"]) }
  }

  /// The transport of a name; ``inline`` for nil and for an empty one.
  package static func named(_ name: String?) throws -> TestTransport {
    guard let name, !name.isEmpty else { return .inline }
    guard let transport = TestTransport(rawValue: name) else { throw UnknownTransport(name: name) }
    return transport
  }

  private struct UnknownTransport: Error, CustomStringConvertible {
    let name: String

    var description: String {
      let names = TestTransport.allCases.map(\.rawValue).joined(separator: " or ")
      return "SWIFTLET_TEST_TRANSPORT is '\(name)': expected \(names)"
    }
  }
}
