/// The sentences about the hosts that a page shows: nothing on a host that is alone.
package struct HostsNote: Sendable {
  private let answers: [HostAnswers]

  package init(_ answers: HostAnswers...) { self.answers = answers }
  package init(_ answers: [HostAnswers]) { self.answers = answers }

  package var html: HTML {
    guard answers.contains(where: { !$0.isAlone }) else { return .empty }
    let silent = Set(answers.flatMap(\.silent)).sorted()
    let cut = Set(answers.flatMap(\.cut)).subtracting(silent).sorted()
    let count = Set(answers.flatMap { $0.parts.map(\.host) }).subtracting(silent).count
    return """
      <p class="note">Of \(Quantities.counted(count, "host")).\
      \(if: !silent.isEmpty, Self.missing(silent))\(if: !cut.isEmpty, Self.shortened(cut))</p>
      """
  }

  private static func missing(_ hosts: [String]) -> HTML {
    " \(Badge(.warning, "\(list(hosts)) did not answer").html) What \(hosts.count == 1 ? "it has" : "they have") in memory is missing here."
  }

  private static func shortened(_ hosts: [String]) -> HTML {
    " \(list(hosts)) \(hosts.count == 1 ? "has" : "have") more than fits in an answer: only the newest or the most used is shown."
  }

  private static func list(_ hosts: [String]) -> String { hosts.joined(separator: ", ") }
}
