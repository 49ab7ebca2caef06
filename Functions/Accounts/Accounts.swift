import Edge

/// The functions that every app shares: the deletion of an account.
public let accounts = App(functions: [deleteAccount, eraseAccount], procedures: [deleteAccount])
