/// A signal that fires once and can be awaited.
actor Signal {
  private var hasHappened = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  var isFired: Bool { hasHappened }

  func fire() {
    hasHappened = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  func wait() async {
    if hasHappened { return }
    await withCheckedContinuation { waiters.append($0) }
  }
}
