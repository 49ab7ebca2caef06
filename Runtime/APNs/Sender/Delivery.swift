internal import FoundationEssentials
import Push

/// A notification or channel request that the sender accepted, with the receiver of its outcome.
struct Delivery: Sendable {
  enum Receiver: Sendable {
    case caller(CheckedContinuation<PushOutcome, Never>)
    case batch(Batch, index: Int)
    case manager(CheckedContinuation<ChannelAnswer, Never>)
  }

  let id: DeliveryID
  let request: Outgoing
  let receiver: Receiver
  let accepted = ContinuousClock.now
  /// When it was last sent, used for an answer without a time.
  var sent = Date()
  var channelAnswer: ChannelAnswer?
}

extension Delivery {
  init(_ batch: Batch, index: Int) {
    self.init(id: batch.id(index), request: .push(batch.pushes[index]), receiver: .batch(batch, index: index))
  }

  func finish(_ outcome: PushOutcome) {
    switch receiver {
    case .caller(let continuation): continuation.resume(returning: outcome)
    case .batch(let batch, let index): batch.report(index, outcome)
    case .manager(let continuation): continuation.resume(returning: ChannelAnswer(outcome, read: channelAnswer))
    }
  }

  func outcome(_ decision: DestinationDecision) -> PushOutcome {
    switch decision {
    case .delivered(let answer): .delivered(id: request.id, uniqueID: answer.uniqueID)
    case .unregistered(let answer): .unregistered(since: answer.timestamp ?? sent, answer)
    case .refused(let fault, let answer): .refused(fault, answer)
    case .undelivered(let fault, let answer, let mayHaveArrived):
      .undelivered(fault, lastAnswer: answer, mayHaveArrived: mayHaveArrived)
    }
  }
}
