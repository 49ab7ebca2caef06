import Cron
import Functions
import Worker

await Bundle(
  "accounts", functions: accounts.functions, procedures: accounts.procedures, jobs: sharedJobs,
  migrations: [migrations]
).main()
