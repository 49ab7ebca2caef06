/// A count that concurrent tasks raise.
actor Counter {
  private(set) var count = 0

  func add() { count += 1 }
}
