import FoundationEssentials

/// The way from a ``TestHost`` to its functions.
public enum TestTransport: String, Sendable, Hashable, CaseIterable {
  /// The functions run in the test's task.
  case inline
  /// The functions run in a worker, over the channel that a host uses for its processes. The worker is in the test's
  /// process.
  case channel

  /// The transport that `SWIFTLET_TEST_TRANSPORT` names; ``inline`` without it.
  public static var standard: TestTransport {
    ProcessInfo.processInfo.environment["SWIFTLET_TEST_TRANSPORT"].flatMap(TestTransport.init(rawValue:)) ?? .inline
  }
}
