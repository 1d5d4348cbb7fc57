import { setTimeout as wait } from 'node:timers/promises'

/** Small questions that a user asks all the time: what they tell is how long no one had an answer. */
export interface Probes {
  /** Stops asking, once the last question has its answer. */
  stop: () => Promise<Silence>
}

/** In seconds. */
export interface Silence {
  /** The longest time between two answers to anyone. */
  betweenAnswers: number
  /** The longest that one question went without an answer, though it was asked again where the connection broke. */
  ofOne: number
}

const ASKS_EVERY_MS = 50
/** Who had no answer asks again after so long. */
const AGAIN_AFTER_MS = 100
/** The one is answered from memory, the other asks the database for a session. */
const QUESTIONS = ['/api/branding', '/api/user'] as const

/** Asks twenty times a second, whether or not the question before has its answer. */
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

/** Whether a server has said something to the matter: that no one is signed in, say. */
async function isAnswered(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { headers: { cookie: 'session=nobody' } })
    await answer.arrayBuffer()
    return answer.status < 500
  } catch {
    return false
  }
}
