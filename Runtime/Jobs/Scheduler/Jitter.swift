import FoundationEssentials
import Wire

/// The delay of a tick: the same on every host, different for each tick and job.
enum Jitter {
  /// The delay in whole milliseconds, less than `limit`.
  static func delay(of name: String, at tick: Date, upTo limit: Duration) -> TimeInterval {
    let milliseconds = limit / .milliseconds(1)
    guard milliseconds >= 1, milliseconds < 1e12 else { return 0 }
    var hash = FNV1a("\(name) \(Int64(tick.timeIntervalSince1970))").value
    // The first round of MurmurHash3's final mix, because neighbouring ticks differ in few bits.
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash ^= hash >> 33
    return Double(hash % UInt64(milliseconds)) / 1000
  }
}
