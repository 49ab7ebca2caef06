import Host

extension EventRing: ChangeSource {
  var position: UInt64 { lastSequence }

  func change(after position: UInt64) async -> UInt64 { await waitForChange(after: position) }
}
