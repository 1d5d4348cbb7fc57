import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { BarePgTask } from './bare-pg.ts'

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
  for (const read of work.reads) await client.query(read)
  const write = work.writes[connection.turns % work.writes.length]
  connection.turns += 1
  if (write !== undefined) await client.query(write)
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
