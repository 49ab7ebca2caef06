/// A value with the host that it comes from.
package struct HostValue<Value: Sendable>: Sendable {
  /// The name of the host.
  package let host: String
  /// Whether it is the host that serves the page.
  package let isOwn: Bool
  package let value: Value

  package init(_ host: String, isOwn: Bool, _ value: Value) {
    self.host = host
    self.isOwn = isOwn
    self.value = value
  }

  /// Another value of the same host.
  func with<Other: Sendable>(_ other: Other) -> HostValue<Other> { HostValue<Other>(host, isOwn: isOwn, other) }
}

extension HostValue: Equatable where Value: Equatable {}
