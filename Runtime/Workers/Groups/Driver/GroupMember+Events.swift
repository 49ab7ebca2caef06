import Channel
import Edge
import Loop
import NIOCore

extension GroupMember: WorkerChannelHandler {
  func received(hello: ByteBuffer, on channel: WorkerChannel) {
    if let refusal = group.refusal(of: hello) { return kill(.violation(refusal)) }
    accept(channel)
    handle?.booted()
    group.becameReady(self)
  }

  func opened(_ exchange: IncomingExchange) {
    do throws(WorkerViolation) { try services.opened(exchange) } catch { kill(.violation(error.description)) }
  }

  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {
    if id == 0, (try? WorkerNote(payload: payload)) == .retiring { return group.beganRetiring(self) }
    do throws(WorkerViolation) { try services.noted(payload, of: id) } catch { kill(.violation(error.description)) }
  }

  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {
    group.beganEnding(self)
    guard channelEnded() else { return }
    switch reason {
    case .violation(let violation): kill(.violation("\(violation)"))
    case .failed(let number): kill(.violation("its channel failed: \(SystemError(number))"))
    case .hangUp, .local:
      // An exiting worker closes its channel first. A worker that still runs 100 ms later is killed.
      group.tasks.start { [self] in
        try? await Task.sleep(for: .milliseconds(100))
        kill(.violation("it closed its channel"))
      }
    }
  }
}

extension GroupMember: WorkerObserver {
  func wrote(_ line: String) {
    group.logger(of: id).info("\(line)")
  }

  func dropped(lines: Int) {
    group.logger(of: id).warning("Lines of a worker's standard error were dropped", metadata: ["dropped": "\(lines)"])
  }

  func reachedSoftLimit(call: UInt64, used: Duration) { group.reachedSoftLimit(self, call: call, used: used) }

  func died(_ death: WorkerDeath) { processEnded(death) }
}
