import type { Row, Scale } from '../measurement.ts'
import { alternate, median, medianRatio } from './alternate.ts'
import { startBareHttp, type BareAnswer } from './bare-http.ts'
import { startBarePg, type BareWork } from './bare-pg.ts'
import { openLoadGenerator, type LoadRequest } from './load.ts'
import { atLeast } from './rows.ts'
import type { BenchServer } from './server.ts'

/** A call of the product and its baselines. */
export interface Contest {
  /** Its name in the table: "GET /api/user". */
  name: string
  server: BenchServer
  /** Requests by connection. */
  requests: LoadRequest[][]
  /** Statements by connection, the same that the product sends. */
  work: BareWork[]
  /** The product's response, which the bare servers send too. */
  answer: BareAnswer
  promised: { ofPg: number; ofHttp: number }
}

/** Measures the product, both bare servers, and the statements alone, in alternating rounds. */
export async function compare(contest: Contest, { rounds, seconds }: Scale): Promise<Row[]> {
  const { name, server, requests, work, answer, promised } = contest
  const http = await startBareHttp(answer)
  const pg = await startBarePg({ databaseUrl: server.databaseUrl, connections: work, answer })
  const load = openLoadGenerator()
  const rate = async (url: string, connections: LoadRequest[][]) =>
    (await load.run({ url, seconds, connections })).perSecond
  const numbered = requests.map((own, index) => own.map((request) => ({ ...request, path: `/${index}` })))
  try {
    const { product, pgBehindHttp, pgAlone, bareHttp } = await alternate(rounds, {
      product: () => rate(server.url, requests),
      pgBehindHttp: () => rate(pg.url, numbered),
      pgAlone: () => pg.loop(seconds),
      bareHttp: () => rate(http.url, requests),
    })
    const against = (baseline: string, readings: number[], minimum: number) => {
      const rates = `${median(product).toFixed(0)} of ${median(readings).toFixed(0)} a second`
      return atLeast(`${name}, of ${baseline}`, medianRatio(product, readings), minimum, rates)
    }
    return [
      against('bare pg behind bare http', pgBehindHttp, promised.ofPg),
      against('bare pg without HTTP', pgAlone, promised.ofPg),
      against('bare http', bareHttp, promised.ofHttp),
    ]
  } finally {
    load.close()
    pg.stop()
    http.stop()
  }
}
