internal import Curl
internal import FoundationEssentials
import HTTPCalls
internal import Logging
internal import Loop
import Push

/// The driver of one destination: the connections to one service of Apple's on the sender's event loop. It performs the
/// actions of ``DestinationState``.
final class Destination {
  private let name: DestinationName
  private let address: ServiceAddress
  private let capacity: Int
  private let logger: Logger
  private let loop: Reactor
  private let routes: ConnectionRoutes
  private let events = PushRequest.Events()
  private let tokens: ProviderTokenSource?
  private var state: DestinationState
  private var intake = Intake()
  private var isDraining = false
  /// Whether the last connection failed before it answered anything.
  private var wasCutOff = false
  private var deliveries: [DeliveryID: Delivery] = [:]
  /// The last answer of the server, and when it came.
  private var lastAnswer: (answer: PushAnswer, date: Date)?
  /// Outcomes to report after all requests that can start have started.
  private var decided: [(Delivery, DestinationDecision)] = []
  private var connections: [ConnectionID: PushConnection] = [:]
  /// Handles without a request.
  private var spare: [PushRequest] = []

  init(_ name: DestinationName, _ setup: PushSetup, loop: Reactor, routes: ConnectionRoutes) throws(PushError) {
    self.name = name
    address = try ServiceAddress(setup.configuration, name)
    capacity = setup.configuration.queueCapacity
    var logger = setup.logger
    logger[metadataKey: "environment"] = "\(name.environment.rawValue)"
    if name.service == .channels { logger[metadataKey: "service"] = "channels" }
    self.logger = logger
    self.loop = loop
    self.routes = routes
    tokens = setup.tokens[name.environment]
    state = DestinationState(configuration: setup.configuration, jitter: setup.jitter)
  }

  /// The next time for which ``process()`` has work.
  var deadline: ContinuousClock.Instant? {
    var deadline = state.nextEvent
    for connection in connections.values {
      guard let next = connection.deadline else { continue }
      deadline = deadline.map { min($0, next) } ?? next
    }
    return deadline
  }

  var isEmpty: Bool { state.items.isEmpty && intake.isEmpty }

  func submit(_ delivery: Delivery) { intake.append(delivery) }
  func submit(_ batch: Batch, _ indices: [Int]) { intake.append(batch, indices) }

  func cancel(_ id: DeliveryID) {
    if let delivery = intake.cancel(id) {
      delivery.finish(.undelivered(.cancelled, lastAnswer: nil, mayHaveArrived: false))
    } else {
      state.cancel(id, now: .now)
    }
  }

  func cancel(_ batch: Batch) {
    intake.cancel(batch)
    for id in deliveries.keys where batch.contains(id) { state.cancel(id, now: .now) }
  }

  /// Lets the requests in flight finish, and starts no others.
  func drain() {
    isDraining = true
    state.drain()
  }

  /// Its state; nil if it was not used.
  func report(at now: ContinuousClock.Instant) -> PushConnections? {
    guard lastAnswer != nil || !isEmpty || !state.connections.isEmpty || state.stop != nil || wasCutOff else {
      return nil
    }
    let connections = state.connectionReports
    let stop = state.stop.flatMap { $0.until > now ? $0 : nil }
    let openingFault = state.failedOpenings > 0 ? state.openingFault : nil
    return PushConnections(
      service: name.service == .channels ? "channels" : "notifications", environment: name.environment.rawValue,
      connections: connections, waiting: max(0, state.items.count - connections.reduce(0) { $0 + $1.inFlight }),
      tokenAge: (tokens?.age).map { Int($0.components.seconds) },
      lastAnswer: lastAnswer.map { .init(status: $0.answer.status, reason: $0.answer.reason, time: $0.date) },
      stopped: stop.map { .init($0.fault) },
      stoppedFor: stop.map { Int(now.duration(to: $0.until).components.seconds) },
      unreachable: openingFault.map { .init($0) })
  }

  func socketIsReady(_ socket: Int32, _ events: DescriptorEvents, of connection: ConnectionID) {
    guard let connection = connections[connection] else { return }
    connection.socketIsReady(socket, events)
    collect([connection])
  }

  /// Handles due timeouts, starts requests that have room, and reports outcomes.
  func process() {
    let now = ContinuousClock.now
    let due = connections.values.filter { $0.expire(now) }
    if !due.isEmpty {
      collect(due)
      for connection in due { state.settled(connection.id, now: now) }
    }
    state.timePassed(now)
    repeat {
      fill(now)
      state.pump(now: now)
    } while perform(state.takeActions())
    // Outcomes are reported last and together, so that the reader of a batch is woken once.
    for (delivery, decision) in decided { delivery.finish(delivery.outcome(decision)) }
    var last: Batch?
    for (delivery, _) in decided {
      guard case .batch(let batch, _) = delivery.receiver, batch !== last else { continue }
      batch.wake()
      last = batch
    }
    decided.removeAll(keepingCapacity: true)
  }

  /// Passes what libcurl did to the state.
  private func collect(_ ran: [PushConnection]) {
    let now = ContinuousClock.now
    for event in events.list {
      switch event {
      case .connecting(let connection, let id): state.connecting(connection, for: id, now: now)
      case .dispatched(let id): state.dispatched(id)
      }
    }
    events.list.removeAll(keepingCapacity: true)
    var failures: [(DeliveryID, TransportFailure)] = []
    for connection in ran {
      while let (request, code) = connection.nextFinished() {
        switch request.result(code) {
        case .success(let answer): answered(request, answer, now)
        // Failures follow after all answers, so that an answer that came with the end of its connection counts.
        case .failure(let failure): failures.append((request.id, failure))
        }
        spare.append(request)
      }
    }
    for (id, failure) in failures {
      logger.debug("a request failed", metadata: ["fault": "\(failure.fault)"])
      state.failed(id, failure, now: now)
    }
    noteReach()
  }

  /// Logs once that the server cannot be reached, and once that it answers again.
  private func noteReach() {
    let isCutOff = state.failedOpenings > 0
    guard isCutOff != wasCutOff else { return }
    wasCutOff = isCutOff
    if isCutOff {
      logger.warning(
        "the push server cannot be reached: notifications wait",
        metadata: ["fault": "\(state.openingFault.map { "\($0)" } ?? "")"])
    } else {
      logger.info("the push server answers again")
    }
  }

  private func answered(_ request: PushRequest, _ answer: PushAnswer, _ now: ContinuousClock.Instant) {
    deliveries[request.id]?.channelAnswer = request.channelAnswer
    lastAnswer = (answer, Date())
    let action = PushAction(answer)
    switch action {
    case .retry(let retry) where retry.renewsProviderToken:
      if let token = request.token { tokens?.expired(token) }
    case .keepProviderToken:
      if let token = request.token { tokens?.updatesRefused(token) }
    default: break
    }
    state.answered(request.id, answer, action, now: now)
  }

  /// Submits waiting deliveries as long as the destination has room.
  private func fill(_ now: ContinuousClock.Instant) {
    while isDraining || state.items.count < capacity, let delivery = intake.next() {
      guard tokens != nil else {
        delivery.finish(.undelivered(.noCredentials(name.environment), lastAnswer: nil, mayHaveArrived: false))
        if case .batch(let batch, _) = delivery.receiver { batch.wake() }
        continue
      }
      deliveries[delivery.id] = delivery
      let expiry = delivery.request.expiresAt.map { now + .seconds(max(0, $0.timeIntervalSinceNow)) }
      state.submit(
        delivery.id, device: delivery.request.device, expiry: expiry, retryDeadline: delivery.request.retryDeadline,
        accepted: delivery.accepted, now: now)
    }
  }

  /// Performs the state's actions. Returns whether there were any.
  private func perform(_ actions: [DestinationState.Action]) -> Bool {
    for action in actions {
      switch action {
      case .open(let id): open(id)
      case .start(let id, let connection): start(id, on: connection)
      case .takeOff(let id, let connection):
        if let request = connections[connection]?.takeOff(id) { spare.append(request) }
      case .close(let id):
        if let connection = connections.removeValue(forKey: id) { spare += connection.takeOffAll() }
      case .finish(let id, let decision):
        guard let delivery = deliveries.removeValue(forKey: id) else { continue }
        decided.append((delivery, decision))
      case .stopped(let fault):
        logger.error("pushes stopped: nothing is sent until this is corrected", metadata: ["fault": "\(fault)"])
      }
    }
    return !actions.isEmpty
  }

  private func open(_ id: ConnectionID) {
    do throws(HTTPClientError) {
      connections[id] = try PushConnection(id: id, of: name, on: loop, routes)
    } catch {
      // Requests that are started on it fail.
      logger.error("no handle for a connection", metadata: ["error": "\(error)"])
    }
  }

  private func start(_ id: DeliveryID, on connectionID: ConnectionID) {
    guard let outgoing = deliveries[id]?.request, let tokens else { return }
    do {
      guard let connection = connections[connectionID] else { throw HTTPClientError(.failed, "there is no connection") }
      let token = try tokens.token()
      let request = try spare.popLast() ?? PushRequest(address: address, events: events)
      try request.prepare(outgoing, id: id, token: token, connection: connectionID)
      try connection.start(request)
      deliveries[id]?.sent = Date()
    } catch let error as HTTPClientError {
      state.failed(id, TransportFailure(error), now: .now)
    } catch {
      state.failed(id, TransportFailure(scope: .destination, fault: PushFault(.failed, "\(error)")), now: .now)
    }
  }
}
