import Foundation
import Host
import Testing

@testable import Console

@Suite struct LoginTriesTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  @Test func theSixthTryOfAMinuteIsRefused() {
    var tries = LoginTries()
    let network = ClientNetwork("10.0.0.1")
    for second in 0..<5 { #expect(tries.admit(network, at: start + Double(second)) == nil) }
    #expect(tries.admit(network, at: start + 30) == 30)
    #expect(tries.admit(network, at: start + 59.5) == 1)
    // A refused try does not postpone the next one.
    #expect(tries.admit(network, at: start + 60) == nil)
    #expect(tries.admit(network, at: start + 60.5) == 1)
    #expect(tries.admit(ClientNetwork("10.0.0.2"), at: start) == nil)
    #expect(tries.admit(nil, at: start) == nil)
  }

  @Test func theNumberOfNetworksIsBounded() {
    var tries = LoginTries()
    for number in 0..<LoginTries.capacity {
      #expect(tries.admit(ClientNetwork("10.0.\(number / 256).\(number % 256)"), at: start) == nil)
    }
    #expect(tries.admit(ClientNetwork("10.1.0.0"), at: start + 1) == 60)
    #expect(tries.admit(ClientNetwork("10.0.0.0"), at: start + 1) == nil)
    #expect(tries.admit(ClientNetwork("10.1.0.0"), at: start + 61) == nil)
  }
}
