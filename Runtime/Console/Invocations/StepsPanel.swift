import Edge
import Host

/// The steps of an invocation: statements, calls to other servers, jobs, notifications, files.
struct StepsPanel {
  let record: InvocationRecord

  var html: HTML {
    guard !record.operations.isEmpty else { return .empty }
    // Steps are measured from the call of the function on, which comes after the token, the limits and the body.
    let waterfall = Waterfall(
      total: max(record.timing.total, record.operations.map { $0.began + $0.microseconds }.max() ?? 0), label: "Step",
      rows: record.operations.enumerated().map { number, step in
        Waterfall.Row(
          key: "\(number)", link: StepWords.link(step), name: StepWords.name(step), began: step.began,
          took: step.microseconds, colour: StepWords.colour(step), result: StepWords.result(step))
      })
    return Panel(
      title: "Steps: \(Quantities.count(record.operations.count + record.operationsDropped))",
      content: "\(waterfall.html)\(dropped)"
    ).html
  }

  private var dropped: HTML {
    guard record.operationsDropped > 0 else { return .empty }
    let more = Quantities.counted(record.operationsDropped, "more step was", plural: "more steps were")
    return "<p class=\"note\">\(more) not kept. The times above include them.</p>"
  }
}
