package import Host
package import Workers

/// A host's answer to a ``PeerQuestion``.
package enum PeerAnswer: Codable, Sendable, Hashable {
  case invocations(ListPart<InvocationRecord>)
  case invocation(CallWithLines)
  case logs(ListPart<LogRecord>)
  case line(LogRecord?)
  case figures([FunctionStatistics])
  case errors([ErrorGroup])
  case deaths([WorkerDeathRecord])
  case death(DeathWithCalls?)
  case workers(WorkerReport?)
  case push(PushState?)
  case bundles([BundleStanding])
}

extension PeerAnswer {
  package var invocations: ListPart<InvocationRecord>? { if case .invocations(let part) = self { part } else { nil } }
  package var invocation: CallWithLines? { if case .invocation(let call) = self { call } else { nil } }
  package var logs: ListPart<LogRecord>? { if case .logs(let part) = self { part } else { nil } }
  package var line: LogRecord? { if case .line(let record) = self { record } else { nil } }
  package var figures: [FunctionStatistics]? { if case .figures(let figures) = self { figures } else { nil } }
  package var errors: [ErrorGroup]? { if case .errors(let groups) = self { groups } else { nil } }
  package var deaths: [WorkerDeathRecord]? { if case .deaths(let deaths) = self { deaths } else { nil } }
  package var death: DeathWithCalls? { if case .death(let death) = self { death } else { nil } }
  package var workers: WorkerReport? { if case .workers(let report) = self { report } else { nil } }
  package var push: PushState? { if case .push(let state) = self { state } else { nil } }
  package var bundles: [BundleStanding]? { if case .bundles(let standings) = self { standings } else { nil } }
}

extension PeerAnswer {
  /// About half of the answer, without the parts that are oldest or used least; nil if none can be left out.
  var halved: PeerAnswer? {
    switch self {
    case .invocations(let part): part.halved.map(PeerAnswer.invocations)
    case .logs(let part): part.halved.map(PeerAnswer.logs)
    case .invocation(let call): call.halved.map(PeerAnswer.invocation)
    case .figures(let figures):
      Self.half(figures.sorted { ($1.calls, $0.name) < ($0.calls, $1.name) }).map(PeerAnswer.figures)
    case .errors(let groups): Self.half(groups).map(PeerAnswer.errors)
    case .deaths(let deaths): Self.half(deaths).map(PeerAnswer.deaths)
    case .workers(let report): report?.halved.map(PeerAnswer.workers)
    case .push(let state): state?.halved.map(PeerAnswer.push)
    case .bundles(let standings): Self.half(standings).map(PeerAnswer.bundles)
    case .death(let death): death?.halved.map(PeerAnswer.death)
    case .line: nil
    }
  }

  private static func half<Element>(_ list: [Element]) -> [Element]? {
    list.count > 1 ? Array(list.prefix(list.count / 2)) : nil
  }
}

extension WorkerReport {
  /// The report with half of its deaths; a report without deaths, with half of its workers; nil if it has no deaths and
  /// at most one worker.
  fileprivate var halved: WorkerReport? {
    if !deaths.isEmpty {
      return WorkerReport(workers: workers, groups: groups, deaths: Array(deaths.suffix(deaths.count / 2)))
    }
    guard workers.count > 1 else { return nil }
    return WorkerReport(workers: Array(workers.prefix(workers.count / 2)), groups: groups, deaths: [])
  }
}
