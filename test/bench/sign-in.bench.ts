import { fork } from 'node:child_process'
import { once } from 'node:events'
import { hashPassword } from '#features/sign-in/server/passwords.ts'
import type { Measurement } from './measurement.ts'
import { alternate, median, medianRatio } from './support/alternate.ts'
import type { Argon2Task } from './support/argon2-process.ts'
import { openLoadGenerator, type LoadRequest, type LoadResult } from './support/load.ts'
import { atLeast, atMost } from './support/rows.ts'
import { ORIGIN, startBenchServer } from './support/server.ts'

const AT_ONCE = 16
const PASSWORD = 'four quiet herons wading'
const OF_ARGON2 = 0.9
const MAX_DELAY_MS = 20

type Rate = Pick<LoadResult, 'perSecond' | 'medianMs'>

function openRawArgon2(hash: string) {
  const child = fork(new URL('support/argon2-process.ts', import.meta.url))
  return {
    async run(atOnce: number, seconds: number): Promise<Rate> {
      const answer = once(child, 'message')
      child.send({ hash, password: PASSWORD, atOnce, seconds } satisfies Argon2Task)
      const [rate] = (await answer) as [Rate]
      return rate
    },
    close: () => child.disconnect(),
  }
}

/** Signs in from an unknown browser. */
function signInOf(username: string): LoadRequest[] {
  const headers = { origin: ORIGIN, 'content-type': 'application/json' }
  return [
    { method: 'POST', path: '/api/login', headers, body: JSON.stringify({ username, password: PASSWORD }) },
  ]
}

export default {
  name: 'Sign-in',
  about: `${AT_ONCE} people sign in again and again, and one alone, against Argon2id with the same cost and nothing else.`,
  async measure({ rounds, seconds }) {
    const server = await startBenchServer()
    const load = openLoadGenerator()
    const raw = openRawArgon2(await hashPassword(PASSWORD))
    try {
      const clients = await server.makeClients(AT_ONCE, undefined, { password: PASSWORD })
      const many = clients.map(({ username }) => signInOf(username))
      const delays: number[] = []
      const signIn = (connections: LoadRequest[][]) => load.run({ url: server.url, seconds, connections })
      const readings = await alternate(rounds, {
        async many() {
          await server.ask('watch event loop')
          const { perSecond } = await signIn(many)
          delays.push(await server.ask('event-loop delay'))
          return perSecond
        },
        rawMany: async () => (await raw.run(AT_ONCE, seconds)).perSecond,
        one: async () => (await signIn(many.slice(0, 1))).medianMs,
        rawOne: async () => (await raw.run(1, seconds)).medianMs,
      })
      const rates = `${median(readings.many).toFixed(0)} of ${median(readings.rawMany).toFixed(0)} a second`
      const times = `${median(readings.one).toFixed(0)} ms for ${median(readings.rawOne).toFixed(0)} ms`
      return [
        atLeast(
          `sign-ins, ${AT_ONCE} at once, of raw Argon2id`,
          medianRatio(readings.many, readings.rawMany),
          OF_ARGON2,
          rates,
        ),
        atLeast(
          'speed of one sign-in, of raw Argon2id',
          medianRatio(readings.rawOne, readings.one),
          OF_ARGON2,
          times,
        ),
        atMost(`event-loop delay with ${AT_ONCE} at once, p99`, median(delays.slice(1)), MAX_DELAY_MS, 'ms'),
      ]
    } finally {
      raw.close()
      load.close()
      await server.stop()
    }
  },
} satisfies Measurement
