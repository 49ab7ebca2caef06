import APNs
import Console
import Edge

extension PushConnections {
  init(_ report: DestinationReport) {
    let answer = report.lastAnswer.flatMap { answer in
      report.lastAnsweredAt.map { Answer(status: answer.status, reason: answer.reason, time: $0) }
    }
    self.init(
      service: report.isForChannels ? "channels" : "notifications", environment: report.environment.rawValue,
      connections: report.connections.map(Connection.init), waiting: report.waiting,
      tokenAge: report.tokenAge.map { Int($0.components.seconds) }, lastAnswer: answer,
      stopped: report.stop.map { Fault($0.fault) },
      stoppedFor: report.stop.map { Int($0.remaining.components.seconds) },
      unreachable: report.openingFault.map(Fault.init))
  }
}

extension PushConnections.Connection {
  fileprivate init(_ connection: DestinationReport.Connection) {
    let state: State =
      switch connection.phase {
      case .warming: .warming
      case .open: .open
      case .retiring: .retiring
      }
    self.init(state: state, inFlight: connection.requests, limit: connection.limit)
  }
}

extension PushConnections.Fault {
  fileprivate init(_ fault: PushFault) { self.init(reason: fault.code.rawValue, meaning: fault.message) }
}
