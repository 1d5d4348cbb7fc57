import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { BarePgTask, BareWrite } from './bare-pg.ts'
import type { RecordedStatement } from './recorded-statements.ts'

/** The process of bare `pg`: opens connections and serves HTTP. */
const [task] = (await once(process, 'message')) as [BarePgTask]
const connections = await Promise.all(
  task.connections.map(async (work) => ({ work, client: await connect(task.databaseUrl), turns: 0 })),
)
const bytes = Buffer.from(task.answer.body)

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

type Connection = (typeof connections)[number]

/** One turn of a connection: its reads, and its next write. */
async function turn(connection: Connection): Promise<void> {
  const { client, work } = connection
  const write = work.writes[connection.turns % work.writes.length]
  connection.turns += 1
  await (write === undefined ? readAll(client, work.reads) : readAndWrite(client, work.reads, write))
}

/** @returns the revision in the last result */
async function readAll(client: pg.Client, reads: readonly RecordedStatement[]): Promise<string | undefined> {
  let revision: string | undefined
  for (const read of reads) revision = (await client.query<{ xmin: string }>(read)).rows[0]?.xmin
  return revision
}

/** Repeats a write that lost against an earlier turn, which was cut off but still running. */
async function readAndWrite(
  client: pg.Client,
  reads: readonly RecordedStatement[],
  { statement, revisionAt }: BareWrite,
): Promise<void> {
  const values = statement.values.with(revisionAt, await readAll(client, reads))
  const { rowCount } = await client.query({ ...statement, values })
  if (rowCount === 0) await readAndWrite(client, reads, { statement, revisionAt })
}

const server = createServer((request, response) => {
  const connection = connections[Number(request.url?.slice(1))]
  request.resume()
  request.once('end', () => {
    if (connection === undefined) return response.writeHead(404).end()
    void turn(connection).then(
      () => response.writeHead(200, task.answer.headers).end(bytes),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
})
process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
