import Cron
import Functions
import Swiftlet

await Swiftlet.main(
  functions: functions, procedures: procedures, jobs: crontab, migrations: [migrations], seed: seed)
