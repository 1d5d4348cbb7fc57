import type { Row, Scale } from '../measurement.ts'
import { alternate, median, medianRatio } from './alternate.ts'
import type { BareAnswer } from './bare-answer.ts'
import { startBarePg, type BareWork } from './bare-pg.ts'
import { openLoadGenerator, type LoadRequest } from './load.ts'
import { atLeast } from './rows.ts'
import type { BenchServer } from './server.ts'

/** A call of the product and its limit. */
export interface Contest {
  /** Its name in the table: "GET /api/user". */
  name: string
  server: BenchServer
  /** Requests by connection. */
  requests: LoadRequest[][]
  /** Statements by connection. */
  work: BareWork[]
  /** The product's response, which the bare server sends too. */
  answer: BareAnswer
  /** The smallest part of the limit. */
  promised: number
}

/** Measures the product beside its limit, `pg` behind `node:http` without anything between, in alternating rounds. */
export async function compare(contest: Contest, { rounds, seconds }: Scale): Promise<Row> {
  const { name, server, requests, work, answer, promised } = contest
  const pg = await startBarePg({ databaseUrl: server.databaseUrl, connections: work, answer })
  const load = openLoadGenerator()
  const rate = async (url: string, connections: LoadRequest[][]) =>
    (await load.run({ url, seconds, connections })).perSecond
  const numbered = requests.map((own, index) => own.map((request) => ({ ...request, path: `/${index}` })))
  try {
    const { product, limit } = await alternate(rounds, {
      product: () => rate(server.url, requests),
      limit: () => rate(pg.url, numbered),
    })
    const rates = `${median(product).toFixed(0)} of ${median(limit).toFixed(0)} a second`
    return atLeast(`${name}, of bare pg`, medianRatio(product, limit), promised, rates)
  } finally {
    load.close()
    pg.stop()
  }
}
