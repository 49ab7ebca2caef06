import Cron
import Functions
import Worker

await Bundle(
  "leftova", functions: leftova.functions, procedures: leftova.procedures, jobs: leftovaJobs,
  migrations: [migrations], seed: { context, _ in try await seedLeftova(context.database) }
).main()
