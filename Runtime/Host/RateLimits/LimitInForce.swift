package import Edge

/// A rate limit that holds for a function, for lists.
package struct LimitInForce: Sendable, Hashable {
  package let name: String
  /// The number of calls in a period.
  package let count: Int
  /// The period in seconds.
  package let period: Int
  package let subject: CallLimit.Subject
}

extension FunctionHost {
  /// The rate limits that hold for a function or database function.
  package func limits(of name: String) -> [LimitInForce] {
    let catalogue = dispatcher.served.current.catalogue
    guard let limits = (catalogue.functions[name] ?? catalogue.procedures[name])?.limits else { return [] }
    return (limits.byAddress + limits.byCaller).map {
      LimitInForce(name: $0.name, count: $0.rate.count, period: $0.rate.period, subject: $0.subject)
    }
  }
}
