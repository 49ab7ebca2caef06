/// How log lines are written.
enum LogFormat: String, CaseIterable { case json, text }
