import Swiftlet

// A full host: these functions under /functions/v1, a queue and schedules, and every command of `swiftlet`.
await Swiftlet.main(
  functions: [
    echo, countdown, sleepy, blocking, page, mirror, same, whole, charge, crash, benchLike, benchLog, enqueueWork,
    doWork, doWorkStrictly,
  ],
  jobs: [tick, lonelyTick] + crowd,
  migrations: [migrations])
