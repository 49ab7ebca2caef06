/// The other side has ended an exchange without an answer.
package struct ExchangeUnanswered: Error, Sendable, Hashable {
  package init() {}
}
