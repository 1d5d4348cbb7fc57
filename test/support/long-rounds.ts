/** Whether `npm run test:long` runs, with time for every case. */
export function playsLongRounds(): boolean {
  return process.env['LONG_ROUNDS'] === '1'
}
