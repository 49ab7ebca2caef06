/// The path of a value that holds others, made once for all of them.
final class WirePath {
  private let parent: WirePath?
  private let key: any CodingKey

  init(_ parent: WirePath?, _ key: any CodingKey) {
    self.parent = parent
    self.key = key
  }

  /// The keys from the whole text on.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path: WirePath? = self
    while let here = path {
      keys.append(here.key)
      path = here.parent
    }
    return keys.reversed()
  }
}
