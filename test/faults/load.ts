import { setTimeout as wait } from 'node:timers/promises'
import {
  browserOf,
  performAction,
  newJournal,
  NoAnswer,
  registerClient,
  signIn,
  type Action,
  type Journal,
} from '../crash/kill/client.ts'
import { expectJournal } from '../crash/kill/expect-journal.ts'
import type { Site } from './site.ts'
import { openStaff, type StaffJournal } from './staff.ts'

/** Users who repeat operations until they are stopped. */
export interface Load {
  clients: readonly Journal[]
  staff: readonly StaffJournal[]
  /** Lost or duplicated changes as the users see them, as text. */
  amiss: readonly string[]
  /** Lets all users finish their operation and check its result. */
  stop: () => Promise<void>
  /** Stops all users without a check, so that they do not disturb the next round. */
  disperse: () => void
}

const CLIENTS = 4
/** One client saves without a pause, so that acknowledgements show gaps. */
const ACTIONS: readonly (readonly Action[])[] = [
  Array.from({ length: 200 }, (): Action => 'save'),
  ['save', 'upload', 'save', 'upload', 'save', 'remove', 'save', 'sign in'],
  ['upload', 'save', 'save', 'upload', 'remove', 'upload', 'save'],
  ['save', 'save', 'upload', 'sign in', 'save'],
]
const PAUSE_MS = 20
/** Delay before a retry, as in the client. */
const AGAIN_AFTER_MS = 300
/** Until then an abandoned request may take effect. */
const IN_DOUBT_MS = 1500
/** As many as two servers serve without long waits. */
const LOOK_AT_ONCE = 4
const SETTLES_WITHIN_MS = 60_000

/** Starts clients and staff on a site. Resolves when all have signed in. */
export async function openLoad(site: Site, inDoubtMs = IN_DOUBT_MS): Promise<Load> {
  const clients: Journal[] = []
  const staff = [await openStaff(site)]
  const amiss: string[] = []
  const day = { isOver: false }
  const settled = (whose: Pick<Journal, 'username'>, look: () => Promise<void>, doubtMs = inDoubtMs) =>
    settle(look, doubtMs).catch((error: unknown) => {
      amiss.push(`${whose.username}: ${describe(error)}`)
      day.isOver = true
    })
  const url = site.balancer.url

  const begin = async (): Promise<Journal> => {
    for (;;) {
      const journal = newJournal()
      try {
        await registerClient(journal, browserOf(journal, url))
        clients.push(journal)
        return journal
      } catch (error) {
        if (!(error instanceof NoAnswer) || day.isOver) throw error
        await wait(AGAIN_AFTER_MS)
      }
    }
  }
  const liveAs = async (journal: Journal, actions: readonly Action[]) => {
    for (const action of [...actions, 'submit'] as const) {
      if (day.isOver || journal.submission !== 'none') return
      const session = browserOf(journal, url)
      await performAction(action, journal, session).catch(async (error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error
        await settled(journal, async () => {
          if (journal.isSignedIn === 'asked') await signIn(journal, session)
          await expectJournal(journal, url)
        })
      })
      await wait(PAUSE_MS)
    }
  }
  const live = async (first: Journal, actions: readonly Action[]) => {
    for (let journal = first; !day.isOver; journal = await begin()) await liveAs(journal, actions)
  }
  const work = async (journal: StaffJournal) => {
    while (!day.isOver) {
      const isDone = await journal.act(clients)
      if (!isDone) await settled(journal, () => journal.expectAll())
      await wait(PAUSE_MS)
    }
  }
  const quietly = (living: Promise<void>) =>
    living.catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) amiss.push(describe(error))
    })
  const firsts = await Promise.all(Array.from({ length: CLIENTS }, begin))
  const lives = [
    ...firsts.map((journal, index) => quietly(live(journal, ACTIONS[index % ACTIONS.length] ?? []))),
    ...staff.map((journal) => quietly(work(journal))),
  ]
  const disperse = () => {
    day.isOver = true
  }
  return {
    clients,
    staff,
    amiss,
    disperse,
    async stop() {
      disperse()
      await Promise.all(lives)
      // Checks once, since a user with a request in doubt has waited already.
      await wait(inDoubtMs)
      const looking = clients.values()
      const look = async () => {
        for (const journal of looking) await settled(journal, () => expectJournal(journal, url), 0)
      }
      await Promise.all(Array.from({ length: LOOK_AT_ONCE }, look))
      for (const journal of staff) await settled(journal, () => journal.expectAll(), 0)
    },
  }
}

/** The assertion's message includes the findings. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'actual' in error ? `${error.message}: ${JSON.stringify(error.actual)}` : error.message
}

/** Waits until the site responds, and checks. @throws with the findings */
async function settle(look: () => Promise<void>, doubtMs: number): Promise<void> {
  await wait(doubtMs)
  for (const from = performance.now(); ; await wait(AGAIN_AFTER_MS)) {
    try {
      await look()
      return
    } catch (error) {
      if (!(error instanceof NoAnswer) || performance.now() - from > SETTLES_WITHIN_MS) throw error
    }
  }
}
