import Cron
import Functions
import Worker

await Bundle(
  "shvil", functions: shvil.functions, procedures: shvil.procedures, routes: shvil.routes, jobs: shvilJobs,
  migrations: [migrations]
).main()
