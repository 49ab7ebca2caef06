import NIOCore
import Synchronization

/// The open connections, so that a host that stops can let each of them finish.
final class ConnectionTracker: Sendable {
  private struct State {
    var open: [ObjectIdentifier: any Channel] = [:]
    var isQuiescing = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func add(_ channel: any Channel) {
    let id = ObjectIdentifier(channel)
    let isQuiescing = state.withLock { state in
      state.open[id] = channel
      return state.isQuiescing
    }
    channel.closeFuture.whenComplete { [self] _ in remove(id) }
    // Accepted in the last moment.
    if isQuiescing { channel.close(promise: nil) }
  }

  private func remove(_ id: ObjectIdentifier) {
    let waiting = state.withLock { state in
      state.open[id] = nil
      guard state.open.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Closes idle connections, and the others after their response.
  func quiesce() {
    let channels = state.withLock { state in
      state.isQuiescing = true
      return Array(state.open.values)
    }
    for channel in channels { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
  }

  func closeAll() {
    for channel in state.withLock({ Array($0.open.values) }) { channel.close(promise: nil) }
  }

  func waitUntilEmpty() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if state.open.isEmpty { return true }
        state.waiting.append(continuation)
        return false
      }
      if isEmpty { continuation.resume() }
    }
  }
}
