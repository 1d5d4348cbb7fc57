/** How often a server is killed. `npm run test:crash` asks for many rounds, `npm test` for a few. */
export const rounds = Number(process.env['CRASH_ROUNDS'] ?? 3)

/** Whether there is time for every sort of fault. */
export const isLongRun = rounds >= 20
