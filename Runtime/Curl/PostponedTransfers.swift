/// The transfers that are to go on after the current call of libcurl, since its callbacks may not call it.
final class PostponedTransfers {
  var ids: [UInt64] = []

  func takeAll() -> [UInt64] {
    defer { ids = [] }
    return ids
  }
}
