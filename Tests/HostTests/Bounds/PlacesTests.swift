import Testing

@testable import Host

@Suite struct PlacesTests {
  @Test func aPlaceIsFreeOnceItsLastReferenceIsGone() {
    let places = Places(2)
    var taken = [places.take(), places.take()]
    #expect(taken.allSatisfy { $0 != nil })
    #expect(places.take() == nil)
    #expect(places.count == 2)
    taken.removeLast()
    #expect(places.count == 1)
    taken.append(places.take())
    #expect(taken.last.flatMap(\.self) != nil)
    taken = []
    #expect(places.count == 0)
  }

  @Test func aNetworkHasAtMostHalfOfThePlaces() throws {
    let places = Places(4)
    let first = try #require(ClientNetwork("203.0.113.1")), second = try #require(ClientNetwork("203.0.113.2"))
    var taken = [places.take(for: first), places.take(for: first)]
    #expect(places.take(for: first) == nil)
    #expect(places.count == 2)
    let others = [places.take(for: second), places.take()]
    #expect(others.allSatisfy { $0 != nil })
    #expect(places.take(for: second) == nil)
    taken.removeLast()
    #expect(places.take(for: first) != nil)
  }
}
