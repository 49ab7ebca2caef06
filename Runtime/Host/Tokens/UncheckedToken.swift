/// A received token, and its key in the cache.
struct UncheckedToken: Sendable {
  let text: ArraySlice<UInt8>
  let key: TokenCache.Key

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    key = TokenCache.Key(token: text)
  }
}
