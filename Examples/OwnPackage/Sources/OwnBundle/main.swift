import Worker

await Bundle("greetings", functions: [hello]).main()
