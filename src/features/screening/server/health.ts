import { listSources } from '#features/screening/rules/lists.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { listsNow } from '#features/screening/server/editions.ts'
import type { Check } from '#features/access/server/health-check.ts'

/** The lists that clients are compared with: failing without a United Nations list, also in a demonstration, and with one that is too old. */
export const sanctionsListsCheck: Check = {
  name: 'sanctions-lists',
  title: 'Sanctions lists',
  isUsed: ({ settings }) => settings.dueDiligence.on,
  async run({ database: { db }, settings, now }) {
    const { sources } = await listsNow(db, now(), settings.dueDiligence.listMaxDays)
    const inForce = sources.filter((source) => source.inForce !== null)
    const duty = inForce.find(({ source }) => source === 'UN')
    const figures = inForce.map(({ source, inForce: edition }) => ({
      label: listSources[source].label,
      value: edition === null ? '' : `${formatDay(edition.generatedOn)}, ${edition.entries} entries`,
    }))
    if (duty === undefined) {
      const summary = 'Not set up: no United Nations list is in use, and no client can be approved'
      return { health: 'failing', summary, percent: null, figures }
    }
    const isCompared = inForce.every((source) => source.inForce?.screenedAt !== null)
    const state = duty.old ? ', too old' : isCompared ? '' : ', clients are being compared'
    return {
      health: duty.old ? 'failing' : isCompared ? 'healthy' : 'degraded',
      summary: `United Nations: ${formatDay(duty.inForce?.generatedOn ?? '')}${state}`,
      percent: null,
      figures,
    }
  },
}
