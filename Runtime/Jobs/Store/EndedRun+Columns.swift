import Edge

extension EndedRun {
  var next: JSONValue { if case .again(let date, _) = disposition { .instant(date) } else { .null } }

  /// The error without zero bytes. Postgres rejects them, and one would keep this host from writing any end.
  var storableError: String? {
    error.map { String($0.prefix(Self.maximumError)).replacing("\0", with: "\u{FFFD}") }
  }
}
