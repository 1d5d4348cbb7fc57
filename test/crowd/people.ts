import { setTimeout as wait } from 'node:timers/promises'
import { openHttpSession, type HttpAnswer, type HttpSession } from '#test/support/http.ts'

/** A kind of user, with operations repeated after a pause to think. */
export interface Trade {
  /** Name in the table. */
  name: string
  people: readonly Person[]
  thinkMs: number
  /** One operation; returns its status. @throws without a response */
  act: (person: Person, time: number) => Promise<HttpAnswer>
}

/** A signed-in user. */
export interface Person {
  session: HttpSession
  /** Number of acknowledged operations. */
  done: number
}

/** Durations and errors. */
export interface Counter {
  name: string
  /** Durations of successful responses, in milliseconds. */
  times: number[]
  /** Number of 503 responses with a message. */
  refused: number
  failures: string[]
}

const REFUSED = 503

/** A user with a session token and a unique address. */
export function personOf(url: string, token: string, number: number): Person {
  const session = openHttpSession(url, {
    'x-forwarded-for': `10.${4 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`,
  })
  session.cookies.set('session', token)
  return { session, done: 0 }
}

/** Runs users' operations until `until` (of `performance.now()`), with staggered starts. */
export async function letWork(trades: readonly Trade[], until: number): Promise<Counter[]> {
  return Promise.all(trades.map((trade) => letWorkIn(trade, until)))
}

async function letWorkIn({ name, people, thinkMs, act }: Trade, until: number): Promise<Counter> {
  const counter: Counter = { name, times: [], refused: 0, failures: [] }
  const once = async (person: Person, time: number) => {
    const begun = performance.now()
    try {
      const { status, text } = await act(person, time)
      if (status < 300) {
        person.done += 1
        counter.times.push(performance.now() - begun)
      } else if (status === REFUSED) counter.refused += 1
      else counter.failures.push(`${name}: ${status} ${text}`)
    } catch (error) {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      counter.failures.push(`${name}: ${describe(error)}, after ${seconds} s`)
    }
  }
  await Promise.all(
    people.map(async (person, position) => {
      await wait((position / people.length) * thinkMs)
      for (let time = 1; performance.now() < until; time += 1) {
        await once(person, time)
        // Varies the pauses, so that users are not in step.
        await wait(Math.min(thinkMs * (0.5 + Math.random()), Math.max(0, until - performance.now())))
      }
    }),
  )
  return counter
}

/** With its cause, because `fetch` puts the connection error there. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? `${String(error.code)} ` : ''
  return `${code}${error.message}${error.cause === undefined ? '' : `: ${describe(error.cause)}`}`
}

/** A percentile, in milliseconds. */
export function percentile(times: readonly number[], hundredth: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * hundredth) / 100))] ?? Number.NaN
}
