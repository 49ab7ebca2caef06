import Functions
import Worker

await Bundle(
  "enigmate", functions: enigmate.functions, procedures: enigmate.procedures, migrations: [migrations],
  example: "riddle_today",
  buckets: Set(pictures.map(\.bucket)).sorted(),
  seed: { context, today in
    try await seedEnigmate(context.database, today: today)
    await addPictures(to: context.storage, context.logger)
  }
).main()
