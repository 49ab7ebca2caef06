import Edge

extension Bundle {
  /// A sentence about the first setting of a function or a job that is out of its range; nil if all are within.
  var fault: String? {
    for function in functions + procedures + routes.map(\.endpoint) {
      if let fault = function.traits.queue.fault { return "the function \(function.name) cannot be enqueued: \(fault)" }
    }
    for job in jobs {
      if let fault = job.fault { return "the job \(job.name) cannot run: \(fault)" }
    }
    return nil
  }
}
