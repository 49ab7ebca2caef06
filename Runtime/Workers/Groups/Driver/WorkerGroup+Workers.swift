import Channel
import Edge
import FoundationEssentials
import NIOCore

/// The workers of a group: their starts, and what happens to them.
extension WorkerGroup {
  /// Performs a decision of the rules about a worker.
  func perform(_ action: GroupAction) {
    switch action {
    case .start(let id): start(id)
    case .retire(let id): member(id)?.retire()
    case .kill(let id, let reason): member(id)?.kill(reason)
    case .assign, .refuse: break
    }
  }

  private func member(_ id: WorkerID) -> GroupMember? { read { $0.members[id] } }

  private func start(_ id: WorkerID) {
    guard let member = member(id) else { return }
    environment.metrics.started(setup)
    tasks.start { [self] in
      do throws(WorkerStartFault) {
        member.attach(try await environment.launcher.start(specification(of: id), observer: member))
      } catch {
        logger(of: id).error("A worker did not start", metadata: ["reason": "\(error)"])
        remove(member) { _ in nil }
      }
    }
  }

  private func specification(of id: WorkerID) -> WorkerSpecification {
    var variables = environment.variables
    for (_, secrets) in setup.start.secrets.sorted(by: { $0.key < $1.key }) {
      variables.merge(secrets) { first, _ in first }
    }
    variables.merge(["SWIFTLET_WORKER": "1", "SWIFTLET_MANIFEST": "brief", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
    return WorkerSpecification(
      worker: id, executable: setup.version.executable, environment: variables,
      limits: setup.limits, sandbox: setup.sandbox)
  }

  /// The reason for refusing a worker's first frame; nil for one that is accepted.
  func refusal(of hello: ByteBuffer) -> String? {
    guard let manifest = try? Manifest(hello: hello) else {
      return "its first frame is no manifest"
    }
    guard manifest.protocolVersion == Manifest.currentProtocol else {
      return "\(BundleFault.otherProtocol(manifest.protocolVersion, of: "it"))"
    }
    guard setup.manifest == nil || setup.manifest?.brief == manifest || setup.manifest == manifest else {
      return "its first frame is not the manifest of \(setup.version)"
    }
    return nil
  }

  // MARK: What happens to workers

  func becameReady(_ member: GroupMember) {
    report { $0.rules.ready(member.id, at: .now()) }
    environment.metrics.booted(setup, nanoseconds: (NIODeadline.now() - member.startedAt).nanoseconds)
    changed()
  }

  func beganRetiring(_ member: GroupMember) { report { $0.rules.beganRetiring(member.id, at: .now()) } }

  func beganEnding(_ member: GroupMember) { report { $0.rules.beganEnding(member.id, at: .now()) } }

  func reachedSoftLimit(_ member: GroupMember, call id: UInt64, used: Duration) {
    let call = call(id, at: member.id)
    logger(of: member.id).warning(
      "A call has used its soft limit of CPU time; its worker takes no new calls",
      metadata: [
        "function": "\(call?.name ?? "unknown")", "id": "\(call.map { "\($0.invocation.id)" } ?? "unknown")",
        "used_s": "\(used / .seconds(1))",
      ])
    report { $0.rules.retire(member.id, at: .now()) }
    // Half of what it may still use, so that a handler that looks at its deadline has the other half to end.
    guard let call else { return }
    let left = max(.zero, call.limits.hardCPU - used) / 2
    member.pullIn(call, to: call.invocation.services.clock.now.addingTimeInterval(left / .seconds(1)))
  }

  /// The call with an exchange of a worker; nil for none. Each worker counts its exchanges by itself.
  func call(_ exchange: UInt64, at worker: WorkerID) -> RunningCall? {
    read { state in
      state.calls.values.first { call in
        call.sending.map { $0.worker == worker && $0.exchange == exchange } ?? false
      }
    }
  }

  /// Retires the worker of a call that has exceeded its time, so that later calls go to another worker.
  ///
  /// The handler may still run, and may end the worker when it exceeds a limit.
  func exceededTime(_ call: RunningCall, on member: GroupMember) {
    let isFirst = report { state in
      let worker = state.rules.workers.first { $0.id == member.id }
      guard worker?.phase == .ready else { return false }
      state.rules.retire(member.id, at: .now())
      return true
    }
    guard isFirst else { return }
    logger(of: member.id).warning(
      "A call has not ended within its time; its worker takes no new calls",
      metadata: ["function": "\(call.name)", "id": "\(call.invocation.id)"])
  }

  func ended(_ member: GroupMember, _ death: WorkerDeath) {
    var lost: [RunningCall] = []
    var offender: RunningCall?
    report { $0.endingWorkers += 1 }
    remove(member) { call in
      guard member.hasBegun(call) else { return nil }
      if call.isLost { lost.append(call) }
      let exchange = call.sending?.exchange
      // Background work after the answer may have exceeded the limit.
      if let exchange, exchange == death.call { offender = call }
      return death.failure(of: exchange)
    } recording: { worker in
      // A caller that has its answer finds the record.
      let isRegular = death.isRegular && lost.isEmpty && (worker?.readyAt != nil || death.kill != nil)
      environment.record(
        DeathRecord(
          death, of: setup, lost: lost, offender: offender, served: worker?.served ?? 0, at: environment.clock.now),
        isRegular: isRegular, logger(of: member.id))
      environment.metrics.ended(setup, isRegular ? "retired" : death.reason)
    }
    tasks.start { [self] in
      await member.services.endAll()
      report { $0.endingWorkers -= 1 }
    }
  }

  /// Removes a worker that has ended, and decides on its calls.
  ///
  /// - Parameters:
  ///   - verdict: the failure of a call; nil for one that another worker is to answer.
  ///   - record: called with the worker before its calls are told.
  private func remove(
    _ member: GroupMember, verdict: (RunningCall) -> WorkerFailure?,
    recording record: (GroupWorker?) -> Void = { _ in }
  ) {
    report { state in
      state.members[member.id] = nil
      let worker = state.rules.workers.first { $0.id == member.id }
      let calls = state.calls
      var dropped: [RunningCall] = []
      state.rules.ended(member.id, at: .now()) { id in
        guard let call = calls[id] else { return .died }
        if let failure = verdict(call) { return failure }
        guard call.isWithdrawn || call.isReserved else { return nil }
        dropped.append(call)
        return .died
      }
      record(worker)
      // They do not wait for another worker: their callers have left, or must not wait.
      for call in dropped {
        state.calls[call.id] = nil
        call.decide(.failure(call.isWithdrawn ? CancellationError() : PlaceLost()))
      }
    }
    changed()
  }

  /// Records the numbers of workers and of waiting calls.
  func changed() { environment.metrics.record(figures(), ObjectIdentifier(self), setup) }

  /// The logger of a worker's lines.
  func logger(of id: WorkerID) -> Logger {
    var logger = environment.logger
    logger[metadataKey: "bundle"] = "\(setup.version)"
    logger[metadataKey: "group"] = "\(setup.name)"
    logger[metadataKey: "worker"] = "\(id)"
    return logger
  }
}

extension WorkerDeath {
  /// Whether it ended as it was asked to.
  fileprivate var isRegular: Bool {
    switch kill {
    case .retired, .shutdown, .requested: true
    case .limit, .violation, .unresponsive: false
    case nil: end == .status(0) && limit == nil
    }
  }

  /// The failure of a call that had begun.
  fileprivate func failure(of exchange: UInt64?) -> WorkerFailure {
    guard let limit, call == nil || call == exchange else { return .died }
    return .resourceLimit(limit)
  }
}
