/// A value with the host that it comes from.
package struct HostValue<Value: Sendable>: Sendable {
  package let host: String
  /// Whether it is the host that serves the page.
  package let isOwn: Bool
  package let value: Value

  /// Another value of the same host.
  func with<Other: Sendable>(_ other: Other) -> HostValue<Other> {
    HostValue<Other>(host: host, isOwn: isOwn, value: other)
  }
}

extension HostValue: Equatable where Value: Equatable {}
