import Testing

@testable import Simulator

@Suite struct StreamLimitTests {
  @Test func aValueTakesEffectWhenItIsAcknowledged() {
    var limit = StreamLimit()
    limit.announce(1)
    var allowed = [limit.streamOpened(), limit.streamOpened()]
    limit.acknowledge()
    allowed.append(limit.streamOpened())
    for _ in 0..<3 { limit.streamClosed() }
    allowed += [limit.streamOpened(), limit.streamOpened()]
    #expect(allowed == [true, true, false, true, false])
  }

  @Test func valuesAreAcknowledgedInOrder() {
    var limit = StreamLimit()
    limit.announce(1)
    limit.announce(0)
    limit.acknowledge()
    var allowed = [limit.streamOpened()]
    limit.streamClosed()
    limit.acknowledge()
    // An extra acknowledgement changes nothing.
    limit.acknowledge()
    allowed.append(limit.streamOpened())
    #expect(allowed == [true, false])
  }
}
