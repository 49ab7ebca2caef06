/// One exchange, as a state machine of one side.
package struct ExchangeState: Sendable, Hashable {
  /// Whether this side has opened it.
  let isOwn: Bool
  var isAnswered = false
  /// Whether the opener has sent `cancel`.
  var isCancelled = false
  var sending: SendingStream
  var receiving: ReceivingStream

  init(isOwn: Bool, hasBody: Bool) {
    self.isOwn = isOwn
    sending = isOwn && hasBody ? .open(credit: Frame.initialCredit) : .none
    receiving = !isOwn && hasBody ? .new : .none
  }
}
