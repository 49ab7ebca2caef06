import Worker

refuseToBoot("never_boots")
await Bundle(
  "bad",
  functions: [
    trap, nilUnwrap, recursion, spin, allocate, blockingSleep, exits, neverBoots, logFlood, garbage, closesChannel,
    orphans, leftBehind, fillsDisk, manyThreads, endlessStatement, spinUntilDeadline, sleepingStatements, opensFiles,
    fetches, neighbour,
    usesFiles, prints, record, pays, waits, cancelled, trapJob, enqueueTrap,
  ],
  migrations: [starts]
).main()
