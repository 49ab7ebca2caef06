public import Foundation
internal import Synchronization

/// One notification, or one request for channels, on its way, and who waits for its outcome.
struct Delivery: Sendable {
  enum Receiver: Sendable {
    case caller(CheckedContinuation<PushOutcome, Never>)
    case batch(Batch, index: Int)
    case manager(CheckedContinuation<ChannelAnswer, Never>)
  }

  let id: LaneState.ID
  let request: Outgoing
  let receiver: Receiver
  let accepted: ContinuousClock.Instant
  /// When it was last sent, for an answer without a time.
  var sent = Date()
  /// The last answer, read as one about channels.
  var channelAnswer: ChannelAnswer?

  init(id: LaneState.ID, request: Outgoing, receiver: Receiver, accepted: ContinuousClock.Instant = .now) {
    self.id = id
    self.request = request
    self.receiver = receiver
    self.accepted = accepted
  }

  func finish(_ outcome: PushOutcome) {
    switch receiver {
    case .caller(let continuation): continuation.resume(returning: outcome)
    case .batch(let batch, let index): batch.report(index, outcome)
    case .manager(let continuation): continuation.resume(returning: ChannelAnswer(outcome, read: channelAnswer))
    }
  }

  func outcome(_ decision: LaneState.Decision) -> PushOutcome {
    switch decision {
    case .delivered(let answer): .delivered(id: request.id, uniqueID: answer.uniqueID)
    case .unregistered(let answer): .unregistered(since: answer.timestamp ?? sent)
    case .refused(let fault, let answer): .refused(fault, answer)
    case .undelivered(let fault, let answer, let mayHaveArrived):
      .undelivered(fault, lastAnswer: answer, mayHaveArrived: mayHaveArrived)
    }
  }
}

/// Notifications that were handed over together.
final class Batch: Sendable {
  let pushes: [PreparedPush]
  /// The id of the first; the others follow.
  let firstID: LaneState.ID
  private let continuation: AsyncStream<PushReport>.Continuation
  private let left: Atomic<Int>

  init(_ pushes: [PreparedPush], firstID: LaneState.ID, _ continuation: AsyncStream<PushReport>.Continuation) {
    self.pushes = pushes
    self.firstID = firstID
    self.continuation = continuation
    left = Atomic(pushes.count)
    if pushes.isEmpty { continuation.finish() }
  }

  func delivery(_ index: Int) -> Delivery {
    Delivery(id: firstID + LaneState.ID(index), request: .push(pushes[index]), receiver: .batch(self, index: index))
  }

  /// Whether the notification is of this batch.
  func contains(_ id: LaneState.ID) -> Bool {
    id >= firstID && id < firstID + LaneState.ID(pushes.count)
  }

  func report(_ index: Int, _ outcome: PushOutcome) {
    continuation.yield(PushReport(index: index, id: pushes[index].id, outcome: outcome))
    if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { continuation.finish() }
  }
}

/// What became of one notification of a batch.
public struct PushReport: Sendable, Hashable {
  /// Its place in the batch, from 0.
  public let index: Int
  /// Its id (`apns-id`).
  public let id: UUID
  /// What became of it.
  public let outcome: PushOutcome
}
