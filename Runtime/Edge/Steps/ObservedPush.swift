import Push

/// A sender whose notifications name the job of a run, and are recorded as steps of the run.
struct ObservedPush: PushSending {
  let base: any PushSending
  let run: Invocation

  func send(_ push: PreparedPush) async -> PushOutcome {
    let step = run.begin(.push)
    var push = push
    push.job = run.run?.id
    let outcome = await base.send(push)
    run.end(step, push.headers.first { $0.name == "apns-topic" }?.value ?? push.path) { step in
      step.push = push.id
      switch outcome {
      case .delivered: step.status = 200
      case .unregistered(_, let answer): step.take(PushFault(answer), answer)
      case .refused(let fault, let answer): step.take(fault, answer)
      case .undelivered(let fault, let answer, _): step.take(fault, answer)
      }
    }
    return outcome
  }

  func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer {
    let step = run.begin(.push)
    let answer = await base.send(request)
    run.end(step, "\(request.method) \(request.path)") { step in
      switch answer {
      case .created, .found, .deleted, .list: break
      case .refused(let fault, let answer): step.take(fault, answer)
      case .undecided(let fault, let answer, _): step.take(fault, answer)
      }
    }
    return answer
  }
}

extension RunOperation {
  fileprivate mutating func take(_ fault: PushFault, _ answer: PushAnswer?) {
    status = answer?.status
    error = (answer?.reason ?? fault.code.rawValue).cut(toBytes: Self.longestError)
  }
}
