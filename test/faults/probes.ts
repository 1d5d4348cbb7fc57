import { setTimeout as wait } from 'node:timers/promises'

/** Small periodic requests that measure the time without any response. */
export interface Probes {
  /** Stops after the last response. */
  stop: () => Promise<Silence>
}

/** In seconds. */
export interface Silence {
  /** The longest time between two responses. */
  betweenAnswers: number
  /** The longest time until one request got a response, retries included. */
  ofOne: number
}

const ASKS_EVERY_MS = 50
/** Delay before a retry. */
const AGAIN_AFTER_MS = 100
/** One is served from memory, the other reads a session from the database. */
const QUESTIONS = ['/api/branding', '/api/user'] as const

/** Sends twenty requests per second, without waiting for responses. */
export function openProbes(url: string): Probes {
  const silence: Silence = { betweenAnswers: 0, ofOne: 0 }
  let lastAt = performance.now()
  const since = (from: number) => (performance.now() - from) / 1000
  const ask = async (question: string) => {
    const from = performance.now()
    while (!(await isAnswered(url + question))) await wait(AGAIN_AFTER_MS)
    silence.ofOne = Math.max(silence.ofOne, since(from))
    silence.betweenAnswers = Math.max(silence.betweenAnswers, since(lastAt))
    lastAt = performance.now()
  }
  const asked: Promise<void>[] = []
  const asking = setInterval(() => {
    asked.push(ask(QUESTIONS[asked.length % QUESTIONS.length] ?? QUESTIONS[0]))
  }, ASKS_EVERY_MS)
  return {
    async stop() {
      clearInterval(asking)
      await Promise.all(asked)
      return silence
    },
  }
}

/** Whether the application itself responded, with a 401 for example. */
async function isAnswered(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { headers: { cookie: 'session=nobody' } })
    await answer.arrayBuffer()
    return answer.status < 500
  } catch {
    return false
  }
}
