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
}
