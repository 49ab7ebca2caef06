import Push

// Answers and failures of requests.
extension DestinationState {
  /// Handles an answer. `action` comes from the answer table.
  mutating func answered(_ id: DeliveryID, _ answer: PushAnswer, _ action: PushAction, now: ContinuousClock.Instant) {
    guard let item = items[id], case .inFlight(let connection) = item.place else { return }
    if let index = connections.firstIndex(where: { $0.id == connection }) {
      connections[index].hasAnswered = true
      failedOpenings = 0
      openingFault = nil
      if connections[index].phase == .warming { connections[index].phase = .open }
    }
    if case .retry(let retry) = action, retry.connection == .new { retire(connection) }
    if let name = item.device {
      // Before its slot goes to the next notification.
      if case .retry(let retry) = action, retry.scope == .device {
        pauseDevice(name, atLeast: answer.retryAfter, now: now)
      } else {
        devices[name]?.refusals = 0
      }
    }
    release(id, now: now)
    switch action {
    case .delivered: finish(id, .delivered(answer))
    case .forgetToken: finish(id, .unregistered(answer))
    case .refuse: finish(id, .refused(PushFault(answer), answer))
    case .stopDestination:
      let fault = PushFault(answer)
      items[id]?.lastAnswer = answer
      finish(id, fault)
      stopDestination(fault, answer: answer, now: now)
    case .keepProviderToken:
      remember(answer, for: id)
      backOff(id, atLeast: answer.retryAfter, now: now)
    case .retry(let retry):
      remember(answer, for: id)
      perform(retry, of: id, hasRetriedOnce: item.hasRetriedOnce, answer, now: now)
    }
  }

  private mutating func perform(
    _ retry: PushAction.Retry, of id: DeliveryID, hasRetriedOnce: Bool, _ answer: PushAnswer,
    now: ContinuousClock.Instant
  ) {
    switch (retry.limit, retry.scope) {
    case (.once, _) where hasRetriedOnce:
      let fault = PushFault(answer)
      finish(id, fault)
      // Apple refused a new token on a new connection. Each further notification would open two connections and be
      // refused too.
      if retry.renewsProviderToken { stopDestination(fault, answer: answer, now: now) }
    case (.once, _):
      items[id]?.hasRetriedOnce = true
      self.retry(id, after: answer.retryAfter ?? .zero, now: now)
    case (.untilDeadline, .device) where items[id]?.device != nil:
      waitForDevice(id, now: now)
    case (.untilDeadline, _):
      backOff(id, atLeast: answer.retryAfter, now: now)
    }
  }

  private mutating func remember(_ answer: PushAnswer, for id: DeliveryID) {
    items[id]?.lastAnswer = answer
    items[id]?.lastFault = PushFault(answer)
  }

  /// Stops the destination, because nothing can be delivered. Waiting notifications end now, and new ones end at once
  /// until the stop is over.
  mutating func stopDestination(_ fault: PushFault, answer: PushAnswer?, now: ContinuousClock.Instant) {
    let isNew = stop == nil
    stop = Stop(fault: fault, answer: answer, until: now + configuration.stopDuration)
    if isNew { actions.append(.stopped(fault)) }
    finishAllWaiting(fault, answer: answer)
  }

  mutating func failed(_ id: DeliveryID, _ failure: TransportFailure, now: ContinuousClock.Instant) {
    guard let item = items[id], case .inFlight(let connection) = item.place,
      let index = connections.firstIndex(where: { $0.id == connection })
    else { return }
    items[id]?.lastFault = failure.fault
    switch failure.scope {
    case .request where item.isDispatched:
      items[id]?.mayHaveArrived = true
      release(id, now: now)
      backOff(id, now: now)
    case .request:
      // Its stream was not opened, which says nothing about the notification or the connection.
      release(id, now: now)
      retry(id, after: .zero, now: now)
    case .connection where !item.isDispatched && connections[index].phase == .open && failure.fault.code == .timedOut:
      // It waited for a stream until the timeout, and was never sent.
      release(id, now: now)
      retry(id, after: .zero, now: now)
    case .connection:
      lose(connections[index], with: id, failure.fault, now: now)
    case .destination:
      lose(connections[index], with: id, failure.fault, now: now)
      stopDestination(failure.fault, answer: nil, now: now)
    }
  }

  /// Closes a connection that failed. Its requests move to another one; those that were on the wire may arrive twice.
  ///
  /// libcurl 7.88 reports the end of only one stream when the server closes cleanly, so all requests are taken off. The
  /// reported request may be the cause: it backs off, so that it does not end the next connection too.
  private mutating func lose(
    _ connection: DestinationConnection, with culprit: DeliveryID, _ fault: PushFault, now: ContinuousClock.Instant
  ) {
    close(connection.id)
    if !connection.hasAnswered {
      failedOpenings += 1
      openingFault = fault
      var pauses = configuration.backOff
      pauses.longest = min(pauses.longest, Self.longestReopening)
      let pause = pauses.pause(before: failedOpenings, jitter: jitter())
      reopening = now + pause
      timers.add(.reopen, at: now + pause)
    }
    // In reverse order, because each goes to the front of the queue.
    for id in connection.requests.sorted(by: >) {
      guard let item = items[id] else { continue }
      items[id]?.lastFault = fault
      if item.isDispatched { items[id]?.mayHaveArrived = true }
      release(id, now: now)
      let isSuspect = item.isDispatched && (id == culprit || item.attempts > 1)
      if isSuspect { backOff(id, now: now) } else { retry(id, after: .zero, now: now) }
    }
  }
}
