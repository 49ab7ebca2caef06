internal import Curl

/// What a sender's thread does.
enum PushLoop {
  enum Command: Sendable {
    case send(Delivery)
    case sendBatch(Batch)
    case cancel(LaneName, LaneState.ID)
    case cancelBatch(Batch)
    case use(PushEnvironment, ProviderTokenSource)
  }

  /// Tells who waits that nobody will do it.
  static func refuse(_ command: Command, _ outcome: PushOutcome) {
    switch command {
    case .send(let delivery): delivery.finish(outcome)
    case .sendBatch(let batch):
      for index in batch.pushes.indices { batch.report(index, outcome) }
      batch.wake()
    case .cancel, .cancelBatch, .use: break
    }
  }

  /// Returns when the mailbox says so and nothing is in flight any more.
  static func run(_ mailbox: Mailbox<Command>, _ poller: Poller, _ setup: PushSetup) throws(HTTPClientError) {
    let registry = Sockets.Registry()
    var lanes: [LaneName: Lane] = [:]
    for name in LaneName.all {
      do throws(PushError) {
        let sockets = Sockets(poller: poller, registry: registry, lane: name)
        lanes[name] = try Lane(name, setup, sockets: sockets)
      } catch {
        throw HTTPClientError(.failed, "\(error)")
      }
    }
    var isDraining = false
    while true {
      let (commands, isLast) = mailbox.collect()
      for command in commands { perform(command, lanes) }
      if isLast, !isDraining {
        isDraining = true
        for lane in lanes.values { lane.drain() }
      }
      for lane in lanes.values { lane.turn() }
      if isDraining, lanes.values.allSatisfy(\.isEmpty) { return }
      for event in poller.wait(until: lanes.values.compactMap(\.deadline).min()) {
        guard let owner = registry.owners[event.descriptor] else { continue }
        lanes[owner.lane]?.socketIsReady(event, of: owner.connection)
      }
    }
  }

  private static func perform(_ command: Command, _ lanes: [LaneName: Lane]) {
    switch command {
    case .send(let delivery): lanes[delivery.request.lane]?.submit(delivery)
    case .sendBatch(let batch):
      for (name, lane) in lanes where name.service == .notifications {
        lane.submit(batch, batch.pushes.indices.filter { batch.pushes[$0].environment == name.environment })
      }
    case .cancel(let name, let id): lanes[name]?.cancel(id)
    case .cancelBatch(let batch):
      for lane in lanes.values { lane.cancel(batch) }
    case .use(let environment, let tokens):
      for (name, lane) in lanes where name.environment == environment { lane.use(tokens) }
    }
  }
}
