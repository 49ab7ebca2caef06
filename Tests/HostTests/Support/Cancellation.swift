import Loop

@testable import Host

/// Waits until its task is cancelled, and says so.
func untilCancelled(fulfilling cancelled: Promise<Bool>) async {
  await withTaskCancellationHandler {
    _ = await cancelled.value()
  } onCancel: {
    cancelled.fulfil(true)
  }
}
