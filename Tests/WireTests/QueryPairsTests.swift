import Testing

@testable import Wire

@Suite struct QueryPairsTests {
  @Test func pairsComeInOrderAndEncoded() {
    let pairs = QueryPairs("a=1&&b=x=%20&c&=d").map { pair in
      String(decoding: pair.name, as: UTF8.self) + ":" + String(decoding: pair.value, as: UTF8.self)
    }
    #expect(pairs == ["a:1", "b:x=%20", "c:", ":d"])
    #expect(Array(QueryPairs(nil)).isEmpty)
  }

  @Test func theFirstValueOfANameIsDecoded() {
    let pairs = QueryPairs("b=0&%61=x+y%26&a=2&c&d=%zz")
    #expect(pairs.value(of: "a") == "x y&")
    #expect(pairs.value(of: "c")?.isEmpty == true)
    #expect(pairs.value(of: "d") == "%zz")
    #expect(pairs.value(of: "e") == nil)
  }
}
