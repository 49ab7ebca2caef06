import Channel
import Edge
import FoundationEssentials

extension WallClock {
  /// The clock of a call: the host's time at the call's begin plus the time since; only the former if the host's clock
  /// is fixed.
  init(of message: CallMessage, isFixed: Bool) {
    let began = Date(timeIntervalSince1970: message.now.isFinite ? message.now : 0)
    guard !isFixed else {
      self = .fixed(began)
      return
    }
    let start = ContinuousClock.now
    self.init { began + (ContinuousClock.now - start) / .seconds(1) }
  }
}
