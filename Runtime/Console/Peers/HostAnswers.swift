/// The answers of all hosts to one question.
package struct HostAnswers: Sendable {
  /// The answers; this host's is the first one.
  package let parts: [HostValue<PeerAnswer>]
  /// The hosts that did not answer.
  package let silent: [String]
  /// The hosts whose answers were too long, so that a part of them is missing.
  package let cut: [String]
  /// Whether this host has the database for itself.
  package let isAlone: Bool

  /// The answers of one kind.
  package func values<Value: Sendable>(_ value: (PeerAnswer) -> Value?) -> [HostValue<Value>] {
    parts.compactMap { part in value(part.value).map { part.with($0) } }
  }

  /// The items of the lists in the answers of one kind.
  package func items<Item: Sendable>(_ list: (PeerAnswer) -> [Item]?) -> [HostValue<Item>] {
    values(list).flatMap { part in part.value.map { part.with($0) } }
  }

  /// The answers of the hosts that a filter names by `host:`; all of them if it names none.
  package func chosen(by filter: Filter) -> HostAnswers {
    let names = filter.terms.filter { $0.name == "host" && !$0.value.isEmpty }.map { $0.value.lowercased() }
    guard !names.isEmpty else { return self }
    func isChosen(_ host: String) -> Bool { names.contains { host.lowercased().hasPrefix($0) } }
    return HostAnswers(
      parts: parts.filter { isChosen($0.host) }, silent: silent.filter(isChosen), cut: cut.filter(isChosen),
      isAlone: isAlone)
  }
}

extension HostAnswers {
  init(_ own: HostValue<PeerAnswer>, others: PeerRounds.Answers) {
    let received = others.received.sorted { $0.key < $1.key }
    self.init(
      parts: [own] + received.map { HostValue(host: $0.key, isOwn: false, value: $0.value.answer) },
      silent: others.silent.sorted(), cut: received.filter(\.value.isCut).map(\.key),
      isAlone: received.isEmpty && others.silent.isEmpty)
  }
}
