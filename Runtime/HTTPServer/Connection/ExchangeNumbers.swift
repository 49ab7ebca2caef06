/// The numbers of a connection's exchanges, from 1 on.
struct ExchangeNumbers {
  private var begun = 0
  /// The exchange whose response is not whole.
  private(set) var current: Int?

  mutating func begin() -> Int {
    begun += 1
    current = begun
    return begun
  }

  mutating func end() { current = nil }

  /// Whether a response may be sent now: it is the current exchange's, or a refusal (nil).
  func admits(_ number: Int?) -> Bool { number == nil || number == current }
}
