import { useState } from 'react'
import { etagOf } from '#base/rules/api/etag.ts'
import type { FirmSectionState } from '#features/firm/api.ts'
import { ApiError, call, detailOf } from '#base/client/lib/api.ts'
import type { Conflict } from './section-conflict.tsx'
import { useSaved } from './use-firm.ts'

/** Where a form is: something was typed, it is being saved, or nothing is to be saved. */
export type FormState = 'edited' | 'saving' | 'settled'

/** Saves a section. Problems of fields are left to the form. */
export function useSectionSave(
  section: FirmSectionState,
  { onSaved, onState }: { onSaved: (() => void) | undefined; onState: (state: FormState) => void },
) {
  const { id } = section
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const putInCache = useSaved()
  const saved = (state: FirmSectionState) => {
    onState('settled')
    return putInCache(state)
  }
  const send = async (changed: Record<string, string>, password: string | undefined, version: number) => {
    const proof = password === undefined ? {} : { proof: { by: 'password' as const, password } }
    const body = { values: changed, ...proof }
    const ifMatch = etagOf({ id, version })
    await saved(await call('PUT /api/firm/settings/{section}', { params: { section: id }, body, ifMatch }))
    onSaved?.()
  }
  const save = async (changed: Record<string, string>, password?: string, version = section.version) => {
    setPending(true)
    setProblem(null)
    onState('saving')
    try {
      await send(changed, password, version)
    } catch (error) {
      const { status } = error instanceof ApiError ? error : { status: 0 }
      const found = status === 412 ? await conflictWith(section, changed, password).catch(() => null) : null
      setConflict(found)
      onState('edited')
      if (status !== 400 && found === null) setProblem(detailOf(error))
      throw error
    } finally {
      setPending(false)
    }
  }
  const saveMine = () => {
    if (conflict === null) return
    const { mine, password, theirs } = conflict
    save(mine, password, theirs.version).catch((error: unknown) => setProblem(detailOf(error)))
  }
  const takeTheirs = () => conflict && void saved(conflict.theirs)
  return { pending, problem, save, conflict, saveMine, takeTheirs }
}

/** What someone else saved meanwhile, and the fields that were changed here. */
async function conflictWith(
  { id, values }: FirmSectionState,
  changed: Record<string, string>,
  password: string | undefined,
): Promise<Conflict | null> {
  const { sections } = await call('GET /api/firm/settings')
  const theirs = sections.find((one) => one.id === id)
  const mine = Object.fromEntries(Object.entries(changed).filter(([name, text]) => text !== values[name]))
  return theirs === undefined ? null : { theirs, mine, password }
}
