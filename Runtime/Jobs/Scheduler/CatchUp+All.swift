import Edge

extension Job.CatchUp {
  var runsAll: Bool { if case .all = self { true } else { false } }
}
