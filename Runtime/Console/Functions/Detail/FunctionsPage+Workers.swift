import Workers

extension FunctionsPage {
  /// Ends a worker, after its calls or at once.
  func end(_ form: Form, atOnce: Bool) async throws -> ActionOutcome {
    try form.checkHost(sources.host.name)
    guard let number = form["worker"].flatMap(UInt64.init) else { throw PageError.invalid("worker is not a number") }
    let ended: [WorkerSummary] = try await sources.controls.call(
      atOnce ? "workers_kill" : "workers_retire", WorkerSystem.Selection(worker: number))
    return ActionOutcome(
      atOnce ? "Killed worker \(number)" : "Worker \(number) ends after its calls", count: ended.count)
  }
}
