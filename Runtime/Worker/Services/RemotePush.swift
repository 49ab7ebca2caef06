import Channel
import Edge
package import Push

/// The host's sender of notifications, for a call in a worker.
package struct RemotePush: PushSending {
  private let call: CallServices

  package init(_ call: CallServices) { self.call = call }

  package func send(_ push: PreparedPush) async -> PushOutcome {
    do {
      return try await call.ask(.send(push))
    } catch {
      return .undelivered(Self.fault(error), lastAnswer: nil, mayHaveArrived: !(error is FunctionError))
    }
  }

  package func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer {
    do {
      return try await call.ask(.sendChannel(request))
    } catch {
      return .undecided(Self.fault(error), lastAnswer: nil, mayHaveHappened: !(error is FunctionError))
    }
  }

  /// The fault of a notification whose outcome the host did not say.
  private static func fault(_ error: any Error) -> PushFault {
    switch error {
    case let error as PushFault: error
    case let error as PushError: PushFault(.refused, field: error.field, error.message)
    case let error as FunctionError: PushFault(.notSent, error.message)
    case is CancellationError: PushFault(.notSent, "The call was cancelled.")
    default: PushFault(.notSent, "The host did not report the outcome.")
    }
  }
}

extension PushFault.Code {
  /// The code of a notification for which the host has sent no outcome.
  fileprivate static let notSent = Self(rawValue: "noOutcome")
}
