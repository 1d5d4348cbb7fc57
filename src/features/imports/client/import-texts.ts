import type { ImportDetail, ImportProgress } from '#features/imports/api/import-shapes.ts'
import { type ImportState, type RowOutcome } from '#features/imports/rules/states.ts'
import type { BadgeTone } from '#base/client/ui/badge.tsx'

/** States of an import on screen. */
export const stateBadges: Readonly<Record<ImportState, { label: string; tone: BadgeTone }>> = {
  read: { label: 'Not started', tone: 'neutral' },
  checked: { label: 'Not started', tone: 'neutral' },
  running: { label: 'Running', tone: 'info' },
  paused: { label: 'Paused', tone: 'warning' },
  done: { label: 'Done', tone: 'success' },
  undoing: { label: 'Undoing', tone: 'info' },
  undone: { label: 'Undone', tone: 'neutral' },
}

/** What was done with rows. */
export const outcomeBadges: Readonly<Record<RowOutcome, { label: string; tone: BadgeTone }>> = {
  created: { label: 'Created', tone: 'success' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'danger' },
  undone: { label: 'Deleted', tone: 'neutral' },
}

/** "1 client", "4 312 clients". */
export function peopleText(count: number): string {
  const number = count.toLocaleString('en-ZA')
  return count === 1 ? '1 client' : `${number} clients`
}

/** "1 row", "191 rows". */
export function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en-ZA')} rows`
}

/** "1 empty line". */
export function lineText(count: number): string {
  return count === 1 ? '1 empty line' : `${count.toLocaleString('en-ZA')} empty lines`
}

/** What tells causes apart. */
export function causeKey({ code, field }: Pick<ImportDetail['causes'][number], 'code' | 'field'>): string {
  return `${code} ${field ?? ''}`
}

/** How many people an import creates. */
export function peopleToCreate({ figures }: Pick<ImportProgress, 'figures'>): number {
  return figures.create + figures.warning
}

/** An import in one sentence. */
export function summaryText(
  progress: Pick<ImportProgress, 'state' | 'total' | 'outcomes' | 'figures'>,
): string {
  const { state, total, outcomes } = progress
  const created = outcomes.created ?? 0
  switch (state) {
    case 'read':
    case 'checked':
      return `${total.toLocaleString('en-ZA')} rows, nothing created yet.`
    case 'running':
    case 'paused':
      return `${created.toLocaleString('en-ZA')} of ${peopleText(peopleToCreate(progress))} created.`
    case 'done':
      return `${peopleText(created)} created from ${total.toLocaleString('en-ZA')} rows.`
    case 'undoing':
    case 'undone':
      return `${peopleText(outcomes.undone ?? 0)} deleted, ${created.toLocaleString('en-ZA')} kept.`
  }
}
