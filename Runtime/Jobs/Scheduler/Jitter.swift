import Foundation

/// The delay of a tick: the same on every host, different for each tick and job.
enum Jitter {
  /// The delay in whole milliseconds, less than `limit`.
  static func delay(of name: String, at tick: Date, upTo limit: Duration) -> TimeInterval {
    let milliseconds = limit / .milliseconds(1)
    guard milliseconds >= 1, milliseconds < 1e12 else { return 0 }
    // FNV-1a with a final mix from MurmurHash3, because neighbouring ticks differ in few bits.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(name) \(Int64(tick.timeIntervalSince1970))".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash ^= hash >> 33
    return Double(hash % UInt64(milliseconds)) / 1000
  }
}
