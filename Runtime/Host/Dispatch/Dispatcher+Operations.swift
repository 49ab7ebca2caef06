import Edge

extension Dispatcher {
  /// Watches a call of a user, so that overlapping calls of the same user are counted.
  func watch(_ arrival: Arrival, of caller: Identity?, _ findings: inout Findings) {
    guard let user = caller?.userID, let operation = arrival.operation else { return }
    findings.overlapPlace = operations.overlapping.begin(operation, of: user, at: arrival.started)
  }

  /// Finds the caller of a route of sign-in, whose handler checks the token by itself, and watches the call.
  ///
  /// With a project's sign-in only API keys and cached tokens are recognised: the check of another token may fetch
  /// keys.
  func watchSignIn(_ arrival: Arrival, _ findings: inout Findings) async {
    guard arrival.head.headers.contains(.authorization) else { return }
    if configuration.isEmbedded {
      findings.caller = try? await authorizer.identity(arrival.head.headers, at: arrival.date)
    } else if case .known(let caller) = try? authorizer.sender(arrival.head.headers, at: arrival.date) {
      findings.caller = caller
    }
    watch(arrival, of: findings.caller, &findings)
  }

  func endWatch(_ arrival: Arrival, _ findings: Findings) {
    guard let place = findings.overlapPlace, let operation = arrival.operation else { return }
    operations.overlapping.end(operation, place)
  }
}
