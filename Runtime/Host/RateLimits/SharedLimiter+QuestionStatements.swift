extension [SharedLimiter.Question] {
  /// The questions by statements, each of which has a key once. A limit whose rate has changed has two limiters, which
  /// ask for the same keys.
  var statements: [[SharedLimiter.Question]] {
    var statements: [[SharedLimiter.Question]] = []
    var counts: [String: Int] = [:]
    for question in self {
      let index = counts[question.storedKey, default: 0]
      counts[question.storedKey] = index + 1
      if index == statements.count { statements.append([]) }
      statements[index].append(question)
    }
    return statements
  }
}
