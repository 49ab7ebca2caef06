/// The error of a call that lost its key to another host when its transaction began again.
struct KeyTaken: Error {
  /// The other host's answer; nil while its call is in hand.
  let answer: StoredAnswer?
}
