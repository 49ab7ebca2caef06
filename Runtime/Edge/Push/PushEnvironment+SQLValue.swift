public import Database
public import Push

/// An environment is stored as its name.
extension PushEnvironment: SQLValue {}
