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

/** People at work, each doing one thing after another, until they are stopped. */
export interface Load {
  clients: readonly Journal[]
  staff: readonly StaffJournal[]
  /** What was lost, or done twice, as far as those who did it can see; in words. */
  amiss: readonly string[]
  /** Lets everyone come to the end of what they do, and see that it is there. */
  stop: () => Promise<void>
  /** Sends everyone home, where no one will look any more: who stays is in the way of the next. */
  disperse: () => void
}

const CLIENTS = 4
/** One client saves without a pause: the gaps between answers are seen in what is acknowledged to them. */
const ACTIONS: readonly (readonly Action[])[] = [
  Array.from({ length: 200 }, (): Action => 'save'),
  ['save', 'upload', 'save', 'upload', 'save', 'remove', 'save', 'sign in'],
  ['upload', 'save', 'save', 'upload', 'remove', 'upload', 'save'],
  ['save', 'save', 'upload', 'sign in', 'save'],
]
const PAUSE_MS = 20
/** Who had no answer tries again after so long, as the client does. */
const AGAIN_AFTER_MS = 300
/** What was still under way when its sender gave up may take effect until then. */
const IN_DOUBT_MS = 1500
/** As many as two servers answer without anyone waiting for long. */
const LOOK_AT_ONCE = 4
const SETTLES_WITHIN_MS = 60_000

/** Sets clients and staff to work at a site. They have all signed in when this resolves. */
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
      // Once for all of them: who found something in doubt has waited already.
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

/** The assertion's message includes what was found. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'actual' in error ? `${error.message}: ${JSON.stringify(error.actual)}` : error.message
}

/** Waits until the site answers again, and looks then. @throws what is found amiss */
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
