import Foundation

/// By how much a tick is put off: the same on every host, different from tick to tick and from job to job.
enum Jitter {
  /// The delay in whole milliseconds, less than `limit`.
  static func delay(of name: String, at tick: Date, upTo limit: Duration) -> TimeInterval {
    let milliseconds = limit / .milliseconds(1)
    guard milliseconds >= 1, milliseconds < 1e12 else { return 0 }
    // FNV-1a, and a last mix (MurmurHash3's), since neighbouring ticks differ in few bits.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(name) \(Int64(tick.timeIntervalSince1970))".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash ^= hash >> 33
    return Double(hash % UInt64(milliseconds)) / 1000
  }
}
