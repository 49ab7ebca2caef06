/// Supabase's setting of how functions run. Both values are accepted and change nothing: functions run inside the host.
enum RuntimePolicy: String, CaseIterable {
  case perWorker = "per_worker"
  case oneshot
}
