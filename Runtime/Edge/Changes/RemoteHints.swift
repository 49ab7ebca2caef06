package import FoundationEssentials

/// The hints of another process: those of its host, in a worker.
package protocol RemoteHints: Sendable {
  func signal(_ topic: ChangeTopic)

  /// Subscribes. The host performs the subscription before the operations that the caller starts afterwards.
  ///
  /// - Throws: ``FunctionError`` if there is no room for a subscription.
  func subscribe(to topic: ChangeTopic, by caller: UUID) throws(FunctionError) -> ChangeSubscription
}
