import { verify } from '@node-rs/argon2'

/** The process of raw Argon2id: verifies one password in a loop with a given concurrency and duration. */
process.on('message', ({ hash, password, atOnce, seconds }: Argon2Task) => {
  const end = performance.now() + seconds * 1000
  const tookMs: number[] = []
  const check = async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      if (!(await verify(hash, password))) throw new Error('That is not the password.')
      tookMs.push(performance.now() - begun)
    }
  }
  const begun = performance.now()
  void Promise.all(Array.from({ length: atOnce }, check)).then(() =>
    process.send?.({
      perSecond: tookMs.length / ((performance.now() - begun) / 1000),
      medianMs: tookMs.toSorted((one, other) => one - other)[Math.floor(tookMs.length / 2)],
    }),
  )
})
process.once('disconnect', () => process.exit())

export interface Argon2Task {
  hash: string
  password: string
  atOnce: number
  seconds: number
}
