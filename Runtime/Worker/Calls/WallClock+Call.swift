import Channel
import Edge
import FoundationEssentials

extension WallClock {
  /// The clock of a call: the host's at the call's begin, and the time since; or the host's instant alone, if its clock
  /// stands.
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
