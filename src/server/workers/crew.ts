import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { DatabaseUrls } from '#server/embedded-postgres/cluster-roles.ts'
import { reportSchema, type Order, type Report } from './messages.ts'
import { createPoll } from './poll.ts'

/** One server of this machine, as the parent of all knows it. */
export interface Server {
  place: number
  worker: Worker
  /** Resolves, with what it has to say to whoever started it, when it takes requests; never where it ends before. */
  serving: Promise<string>
  sayServing: (welcome: string) => void
  gone: Promise<unknown>
  state: 'starting' | 'serving' | 'leaving' | 'gone'
  startedAt: number
  /** Why it should get no requests. */
  reasons: string[]
  /** How often in a row it has been asked whether it is there, and said nothing. */
  unanswered: number
}

/** For how long a server may say nothing to its parent: it does not while it computes, and a busy machine lets it wait. */
export interface Patience {
  everyMs: number
  unanswered: number
}

/** Half a minute. Counted in questions: a machine that slept has asked none. */
const PATIENCE: Patience = { everyMs: 5000, unanswered: 6 }

/** The servers that there are, and what they have to know of one another. */
export interface Crew {
  launch: (place: number) => Server
  /** Has one finish what it has and go, since another has its place. */
  relieve: (server: Server) => void
  everybody: () => Server[]
}

/**
 * Starts servers, answers what they ask, and gives one of them at a time what is done once for all.
 *
 * @param count how many have a place
 * @param database the parent's own, where it has one
 * @param noteHung hears of a server that no longer answers, and is ended
 */
export function createCrew(
  count: number,
  database: DatabaseUrls | null,
  noteHung: (server: Server) => void,
  patience = PATIENCE,
): Crew {
  // Each takes connections from one socket: what one of them has not taken when it dies, another takes.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // What .env says was read once, by this process; they get it from here.
  cluster.setupPrimary({ execArgv: process.execArgv.filter((option) => !option.startsWith('--env-file')) })
  const alive = new Set<Server>()
  const poll = createPoll(tell)
  let withJobs: Server | undefined
  let hung = 0

  const servingNow = () => [...alive].filter(({ state }) => state === 'serving')
  const giveJobs = () => {
    withJobs ??= servingNow()[0]
    if (withJobs !== undefined) tell(withJobs, { order: 'take jobs' })
  }
  const spreadReadiness = () => {
    const notReady = [...new Set(servingNow().flatMap(({ reasons }) => reasons))]
    for (const server of alive) tell(server, { order: 'know', notReady, hung })
  }
  const heeding: Heeding = {
    arrived: (server) => tell(server, { order: 'begin', place: server.place, database }),
    serving(server, { welcome }) {
      server.state = 'serving'
      server.sayServing(welcome)
      giveJobs()
      spreadReadiness()
    },
    readiness(server, { reasons }) {
      server.reasons = reasons
      spreadReadiness()
    },
    there(server) {
      server.unanswered = 0
    },
    question: (server, { question }) => poll.ask(question, server, servingNow()),
    measured: (server, { question, measured }) => poll.answer(question, server, measured),
  }
  const forget = (server: Server) => {
    server.state = 'gone'
    alive.delete(server)
    poll.forget(server)
    if (withJobs === server) withJobs = undefined
    giveJobs()
    spreadReadiness()
  }
  // Who hangs in a loop accepts connections all the same, and keeps their callers waiting. Its jobs hang too.
  const lookAround = () => {
    for (const server of alive) {
      if (server.state === 'starting') continue
      if (server.unanswered >= patience.unanswered) {
        hung += 1
        noteHung(server)
        server.worker.process.kill('SIGKILL')
      }
      server.unanswered += 1
      tell(server, { order: 'answer' })
    }
  }
  setInterval(lookAround, patience.everyMs).unref()
  return {
    launch(place) {
      const server = startServer(place, count)
      alive.add(server)
      server.worker.on('message', (message: unknown) => {
        const { data: said } = reportSchema.safeParse(message)
        if (said !== undefined) heed(heeding, server, said)
      })
      void server.gone.then(() => forget(server))
      return server
    },
    relieve(server) {
      server.state = 'leaving'
      tell(server, { order: 'hand over' })
    },
    everybody: () => [...alive],
  }
}

function startServer(place: number, count: number): Server {
  const worker = cluster.fork({ WORKERS: String(count) })
  const { promise: serving, resolve: sayServing } = Promise.withResolvers<string>()
  const gone = once(worker, 'exit')
  return {
    place,
    worker,
    serving,
    sayServing,
    gone,
    state: 'starting',
    startedAt: performance.now(),
    reasons: [],
    unanswered: 0,
  }
}

/** A message that cannot be given any more is none: its reader is going, and that is heard of. */
function tell({ worker }: Server, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => undefined)
}

type Heeding = {
  [Kind in Report['report']]: (server: Server, said: Extract<Report, { report: Kind }>) => void
}

function heed(heeding: Heeding, server: Server, said: Report): void {
  switch (said.report) {
    case 'arrived':
      return heeding.arrived(server, said)
    case 'serving':
      return heeding.serving(server, said)
    case 'readiness':
      return heeding.readiness(server, said)
    case 'there':
      return heeding.there(server, said)
    case 'question':
      return heeding.question(server, said)
    case 'measured':
      return heeding.measured(server, said)
  }
}
