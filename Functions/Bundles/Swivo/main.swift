import Cron
import Functions
import Worker

await Bundle(
  "swivo", functions: swivo.functions, procedures: swivo.procedures, jobs: swivoJobs, migrations: [migrations],
  deliveries: "match_deliveries", topic: "app.swivo", seed: { context, _ in try await seedSwivo(context.database) }
).main()
