import { healthOf, thresholds } from '#domain/system/health.ts'
import { lookAround, machineAheadMs } from '#server/shared/nodes/probe.ts'
import { countInWords } from '../amounts.ts'
import type { Check } from './check.ts'

const SECOND_MS = 1000

const clockCheck: Check = {
  name: 'clock',
  title: 'Clock',
  async run(context) {
    const { told } = await lookAround(context)
    if (told === null) throw new Error('The database did not say what time it is.')
    const aheadSeconds = machineAheadMs(told) / SECOND_MS
    const apart = Math.abs(aheadSeconds)
    const words = `${Math.round(apart)} s ${aheadSeconds < 0 ? 'behind' : 'ahead of'} the database's`
    return {
      health: healthOf(apart, thresholds.clockSeconds),
      summary: apart < 1 ? "As the database's" : words,
      percent: null,
      figures: [{ label: 'What decides', value: "The database's" }],
    }
  },
}

const serversCheck: Check = {
  name: 'servers',
  title: 'Servers',
  async run(context) {
    const { told } = await lookAround(context)
    if (told === null) throw new Error('The database did not say which servers there are.')
    const { living, keysInUse } = told
    const lacking = living.filter(({ keyIds }) => keysInUse.some((id) => !keyIds.includes(id)))
    return {
      health: lacking.length > 0 ? 'failing' : 'healthy',
      summary: countInWords(living.length, 'server', 'servers'),
      percent: null,
      figures: living.map((node) => ({
        label: node.name,
        value: `Version ${node.version}, ${lacking.includes(node) ? 'lacks a key' : `seals with ${node.sealsWith}`}`,
      })),
    }
  },
}

/** The servers of the site, and this machine's clock. */
export const serverChecks: readonly Check[] = [serversCheck, clockCheck]
