import { browserOf, doDeed, newJournal, registerClient } from '../crash/kill/client.ts'
import type { Site } from './site.ts'

/** A client with two files, both stored. */
export async function someClient(site: Site) {
  const { url } = site.balancer
  const journal = newJournal()
  const session = browserOf(journal, url)
  await registerClient(journal, session)
  for (const deed of ['save', 'upload', 'upload'] as const) await doDeed(deed, journal, session)
  const files = [...journal.files].map(([name, { id = '' }]) => ({ name, id }))
  const [lost, kept] = files
  if (lost === undefined || kept === undefined) throw new Error('There are no two files.')
  return { session, lost, kept }
}

/** Has each server do once, by itself, what people will ask of it: what it loads for the first time, it has loaded then. */
export async function warm({ nodes }: Site): Promise<void> {
  await Promise.all(
    nodes.map(async ({ url }) => {
      const journal = newJournal()
      const session = browserOf(journal, url())
      await registerClient(journal, session)
      for (const deed of ['save', 'upload', 'remove', 'submit'] as const) await doDeed(deed, journal, session)
    }),
  )
}
