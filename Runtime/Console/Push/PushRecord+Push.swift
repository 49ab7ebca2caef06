package import Edge
package import FoundationEssentials

extension PushRecord {
  /// A notification that goes to the sender.
  package init(_ push: PreparedPush, number: Int, at now: Date) {
    func header(_ name: String) -> String { push.headers.first { $0.name == name }?.value ?? "" }
    self.init(
      number: number, time: now, kind: header("apns-push-type"), token: push.device.map { String($0.suffix(6)) },
      environment: push.environment.rawValue, topic: header("apns-topic"), outcome: .sending,
      apnsID: push.id.lowercased, job: push.job)
  }

  package mutating func take(_ outcome: PushOutcome) {
    switch outcome {
    case .delivered:
      (self.outcome, status) = (.delivered, 200)
    case .unregistered(_, let answer):
      self.outcome = .unregistered
      take(PushFault(answer), answer)
    case .refused(let fault, let answer):
      self.outcome = .refused
      take(fault, answer)
    case .undelivered(let fault, let answer, let mayHaveArrived):
      self.outcome = .undelivered
      self.mayHaveArrived = mayHaveArrived
      take(fault, answer)
    }
  }

  private mutating func take(_ fault: PushFault, _ answer: PushAnswer?) {
    status = answer?.status
    reason = answer?.reason ?? fault.code.rawValue
    meaning = fault.message
  }
}
