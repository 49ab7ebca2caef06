import Edge
import Synchronization

/// The names of a host's operations. They are those of its functions, jobs and services; above ``limit`` they are
/// counted as `other`.
final class OperationNames: Sendable {
  static let limit = 2000

  private struct State {
    var all: [OperationName] = []
    var byText: [String: OperationName] = [:]
  }

  private let state = Mutex(State())

  /// The name of a text. The first call decides about its kind.
  func name(_ text: String, _ kind: OperationStatistics.Kind) -> OperationName {
    state.withLock { state in
      if let name = state.byText[text] { return name }
      let isLast = state.all.count >= Self.limit - 1
      if isLast, let other = state.byText[Self.other] { return other }
      let name = OperationName(isLast ? Self.other : text, isLast ? .service : kind, index: state.all.count)
      state.all.append(name)
      state.byText[name.text] = name
      return name
    }
  }

  private static let other = "other"

  var all: [OperationName] { state.withLock(\.all) }
}
