extension Invocation: JobOriginating {
  package var jobOrigin: JobOrigin {
    JobOrigin(
      trigger: trigger.rawValue, function: function ?? run?.function, id: id.description, job: run?.id,
      user: identity?.userID?.lowercased, traceparent: traceparent)
  }
}
