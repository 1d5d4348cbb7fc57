/** How many rounds of killing there are: `npm test -- --only crash 28` plays many, `npm test` a few. */
export const rounds = Number(process.env['CRASH_ROUNDS'] ?? 3)

/** Whether there is time for every sort of fault. */
export const isLongRun = rounds >= 20
