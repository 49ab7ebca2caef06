import Cron
import Functions
import Swiftlet

await Swiftlet.main(
  functions: functions, procedures: procedures, jobs: crontab, migrations: [migrations], deliveries: "match_deliveries",
  demo: swivoDemo, seed: seed)
