import { browserOf, performAction, newJournal, registerClient } from '../crash/kill/client.ts'
import type { Site } from './site.ts'

/** A client with two stored files. */
export async function someClient(site: Site) {
  const { url } = site.balancer
  const journal = newJournal()
  const session = browserOf(journal, url)
  await registerClient(journal, session)
  for (const action of ['save', 'upload', 'upload'] as const) await performAction(action, journal, session)
  const files = [...journal.files].map(([name, { id = '' }]) => ({ name, id }))
  const [lost, stored] = files
  if (lost === undefined || stored === undefined) throw new Error('There are no two files.')
  return { session, lost, stored }
}

/** Calls each server once, so that lazily loaded code is loaded. */
export async function warm({ nodes }: Site): Promise<void> {
  await Promise.all(
    nodes.map(async ({ url }) => {
      const journal = newJournal()
      const session = browserOf(journal, url())
      await registerClient(journal, session)
      for (const action of ['save', 'upload', 'remove', 'submit'] as const)
        await performAction(action, journal, session)
    }),
  )
}
