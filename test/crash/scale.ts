/** Number of kill rounds: `npm test -- --only crash 28` runs many, `npm test` a few. */
export const rounds = Number(process.env['CRASH_ROUNDS'] ?? 3)

/** Whether to try every kind of fault. */
export const isLongRun = rounds >= 20
