import { randomUUID } from 'node:crypto'
import type { DatabaseUrls } from '#server/embedded-postgres/cluster-roles.ts'
import { complain } from '#server/logging/terminal.ts'
import { startServer, type RunningServer } from '#server/start.ts'
import type { Siblings } from '#server/this-node.ts'
import { orderSchema, type Figures, type Order, type Report } from './messages.ts'

/** The parent has a second for it. */
const ANSWER_MS = 2000

/** What a server is told when it begins. */
interface Beginning {
  place: number
  database: DatabaseUrls | null
}

/**
 * Serves as one of several servers of this machine, as their parent says (`supervisor.ts`): begins, takes the jobs, hands
 * over. The parent's end is its own.
 */
export async function serveAmongOthers(
  variables: Readonly<Record<string, string | undefined>>,
): Promise<RunningServer> {
  const orders = listen()
  report({ report: 'arrived' })
  const { place, database } = await orders.beginning
  const siblings = createSiblings(place, orders)
  const server = await startServer(variables, undefined, { database, siblings })
  orders.on('take jobs', () => {
    server.takeJobs().catch((error: unknown) => {
      complain(error)
      process.exit(1)
    })
  })
  orders.on('hand over', () => {
    void server.handOver().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
  report({ report: 'serving', welcome: server.welcome })
  return server
}

type OrderName = Order['order']
type OrderOf<Name extends OrderName> = Extract<Order, { order: Name }>

interface Orders {
  beginning: Promise<Beginning>
  on: <Name extends OrderName>(name: Name, obey: (order: OrderOf<Name>) => void) => void
}

function listen(): Orders {
  const { promise: beginning, resolve } = Promise.withResolvers<Beginning>()
  const obeying = new Map<OrderName, (order: Order) => void>()
  const isOf = <Name extends OrderName>(order: Order, name: Name): order is OrderOf<Name> =>
    order.order === name
  const on: Orders['on'] = (name, obey) =>
    obeying.set(name, (order) => {
      if (isOf(order, name)) obey(order)
    })
  on('begin', resolve)
  process.on('message', (message) => {
    const { data: order } = orderSchema.safeParse(message)
    if (order !== undefined) obeying.get(order.order)?.(order)
  })
  return { beginning, on }
}

function report(said: Report): void {
  if (process.connected) process.send?.(said)
}

function createSiblings(place: number, orders: Orders): Siblings {
  const asked = new Map<string, (measured: Figures[]) => void>()
  const siblings: Siblings = {
    place,
    notReady: [],
    hung: 0,
    measureOneself: () => Promise.resolve([]),
    async measureAll() {
      const question = randomUUID()
      const { promise, resolve } = Promise.withResolvers<Figures[]>()
      asked.set(question, resolve)
      report({ report: 'question', question })
      const late = setTimeout(() => void siblings.measureOneself().then((own) => resolve([own])), ANSWER_MS)
      try {
        return await promise
      } finally {
        clearTimeout(late)
        asked.delete(question)
      }
    },
    sayReadiness: (reasons) => report({ report: 'readiness', reasons }),
  }
  orders.on('know', ({ notReady, hung }) => Object.assign(siblings, { notReady, hung }))
  orders.on('answer', () => report({ report: 'there' }))
  orders.on('hear', ({ question, measured }) => asked.get(question)?.(measured))
  orders.on('measure', ({ question }) => {
    void siblings.measureOneself().then((measured) => report({ report: 'measured', question, measured }))
  })
  return siblings
}
