import Testing

@testable import HTTPServer

@Suite struct ConnectionCountsTests {
  private func enter(_ counts: inout ConnectionCounts, _ network: String?, times: Int) -> [ConnectionCounts.Admission] {
    (0..<times).map { _ in counts.enter(from: network) }
  }

  @Test func theConnectionsOfAllAreLimited() {
    var counts = ConnectionCounts(32)
    #expect(enter(&counts, nil, times: 32) == Array(repeating: .admitted, count: 32))
    #expect(enter(&counts, nil, times: 1) == [.refused] && counts.hasRoom)
    #expect(enter(&counts, "a", times: 1) == [.refused] && !counts.hasRoom)
    counts.leave(from: "a")
    #expect(counts.hasRoom)
    counts.leave(from: nil)
    counts.leave(from: nil)
    #expect(enter(&counts, "a", times: 1) == [.admitted])
  }

  @Test func oneNetworkHasHalf() {
    var counts = ConnectionCounts(32)
    #expect(enter(&counts, "a", times: 16) == Array(repeating: .admitted, count: 16))
    #expect(enter(&counts, "a", times: 2) == [.networkRefused, .networkRefused])
    #expect(enter(&counts, "a", times: 1) == [.networkClosed])
    counts.leave(from: "a")
    #expect(counts.hasRoom)
    #expect(enter(&counts, "b", times: 14) == Array(repeating: .admitted, count: 14))
    for _ in 0..<3 { counts.leave(from: "a") }
    #expect(enter(&counts, "a", times: 1) == [.admitted])
  }

  @Test func theLeastLimitAdmitsOneOfANetwork() {
    var counts = ConnectionCounts(1)
    #expect(enter(&counts, "a", times: 3) == [.admitted, .networkRefused, .networkClosed])
  }

  @Test func clientsThatAreNotCountedTogetherHaveAll() {
    var counts = ConnectionCounts(4)
    #expect(enter(&counts, nil, times: 4) == Array(repeating: .admitted, count: 4))
  }
}
