import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import type { ListedForProgram } from '#features/integrations/rules/public-api/contract.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { limits } from '#base/server/throttling/limits.ts'
import { makeApiToken } from '#test/support/api-tokens.ts'
import type { Measurement } from './measurement.ts'
import { median } from './support/alternate.ts'
import { atMost } from './support/rows.ts'
import { startBenchServer, type BenchServer } from './support/server.ts'

const CLIENTS = 5000
const PAGE = 100
/** Clients that are created at once. */
const SOME = 50

/** Reads the book with all answers as a program does. Returns the time of each page, in milliseconds. */
async function readBook({ url }: BenchServer, headers: Record<string, string>): Promise<number[]> {
  const pages: number[] = []
  const seen = new Set<string>()
  let next: string | undefined = `${url}/api/v1/applications?expand=answers&limit=${PAGE}`
  while (next !== undefined) {
    const begun = performance.now()
    const answer: Response = await fetch(next, { headers })
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    const rows = (await answer.json()) as ListedForProgram[]
    pages.push(performance.now() - begun)
    for (const { id, answers } of rows) if (typeof answers?.personal.fullName === 'string') seen.add(id)
    next = /<([^>]+)>; rel="next"/u.exec(answer.headers.get('link') ?? '')?.[1]
    if (next !== undefined) next = url + new URL(next).pathname + new URL(next).search
  }
  if (seen.size !== CLIENTS) throw new Error(`${seen.size} clients were read with their answers.`)
  return pages
}

export default {
  name: 'A book read by a program',
  about: `${CLIENTS} clients with all answers, in pages of ${PAGE} with expand=answers.`,
  async measure() {
    const server = await startBenchServer()
    try {
      const { factories } = server
      const manager = await makeUser(factories, { role: 'wealth_manager' })
      const make = (number: number) => {
        const username = `client.${number}@bench.example`
        const answers = completeAnswers(username, { fullName: `Client ${number}` })
        const facts = { username, wealthManagerId: manager.id }
        return makeClient(factories, { ...facts, application: { status: 'submitted', answers } })
      }
      for (let from = 0; from < CLIENTS; from += SOME) {
        await Promise.all(Array.from({ length: SOME }, (_, index) => make(from + index)))
      }
      const { token } = await makeApiToken(factories)
      const headers = { authorization: `Bearer ${token}` }
      const pages = await readBook(server, headers)
      const seconds = pages.reduce((sum, ms) => sum + ms, 0) / 1000
      const { points, window } = limits.apiToken
      const oneByOne = ((CLIENTS / points) * window) / 60
      return [
        atMost(
          `${CLIENTS} clients with their answers`,
          seconds,
          120,
          's',
          `${pages.length} calls; one by one the rate limit allows it in ${oneByOne.toFixed(0)} minutes`,
        ),
        atMost(`A page of ${PAGE}`, median(pages), 1000, 'ms'),
      ]
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement
