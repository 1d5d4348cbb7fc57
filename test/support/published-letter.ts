import type { FirmSettingsState } from '#features/firm/api.ts'
import type { LettersState } from '#features/signing/api/letters.ts'
import { demoSections } from '#app/demo/demo-firm.ts'
import type { HttpAnswer, HttpSession } from './http.ts'

/** Publishes the letter's settings as they are. */
export async function publishAsIs(session: HttpSession): Promise<HttpAnswer> {
  const { sections } = (await session.get('/api/firm/settings')).body as FirmSettingsState
  const versionOf = (name: string) => sections.find(({ id }) => id === name)?.version
  return session.post('/api/firm/letters/publish', {
    checkedBy: 'Vusi Ngcobo',
    factsVersion: versionOf('letterFacts'),
    textVersion: versionOf('letterText'),
  })
}

/** Fills in everything that a letter needs of the firm, and publishes it. */
export async function publishLetter(session: HttpSession): Promise<LettersState> {
  for (const [section, values] of Object.entries(demoSections)) {
    const saved = await session.put(`/api/firm/settings/${section}`, { values })
    if (saved.status !== 200) throw new Error(`Not saved: ${saved.text}`)
  }
  const published = await publishAsIs(session)
  if (published.status !== 200) throw new Error(`Not published: ${published.text}`)
  return published.body as LettersState
}
