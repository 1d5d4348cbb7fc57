import { listSources } from '#features/screening/rules/lists.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { listsNow } from '#features/screening/server/editions.ts'
import type { Check } from '#features/access/server/health-check.ts'

/** The lists that clients are compared with: failing when the United Nations' list is too old for onboarding. */
export const sanctionsListsCheck: Check = {
  name: 'sanctions-lists',
  title: 'Sanction lists',
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
      const summary = 'No list of the United Nations is in force'
      return { health: 'healthy', summary, percent: null, figures, isAbsent: true }
    }
    return {
      health: duty.old ? 'failing' : 'healthy',
      summary: `United Nations: ${formatDay(duty.inForce?.generatedOn ?? '')}${duty.old ? ', too old' : ''}`,
      percent: null,
      figures,
    }
  },
}
