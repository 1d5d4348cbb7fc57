import { healthOf, thresholds } from '#base/rules/health.ts'
import { probe, machineAheadMs } from '#base/server/nodes/probe.ts'
import { formatCount } from '#base/server/health/amounts.ts'
import type { Check } from '#features/access/server/health-check.ts'

const SECOND_MS = 1000

const clockCheck: Check = {
  name: 'clock',
  title: 'Clock',
  async run(context) {
    const { status: reported } = await probe(context)
    if (reported === null) throw new Error('The database did not return its time.')
    const aheadSeconds = machineAheadMs(reported) / SECOND_MS
    const apart = Math.abs(aheadSeconds)
    const description = `${Math.round(apart)} s ${aheadSeconds < 0 ? 'behind' : 'ahead of'} the database's`
    return {
      health: healthOf(apart, thresholds.clockSeconds),
      summary: apart < 1 ? "As the database's" : description,
      percent: null,
      figures: [{ label: 'Authoritative clock', value: "The database's" }],
    }
  },
}

const serversCheck: Check = {
  name: 'servers',
  title: 'Servers',
  async run(context) {
    const { status: reported } = await probe(context)
    if (reported === null) throw new Error('The database did not list the servers.')
    const { living, keysInUse } = reported
    const lacking = living.filter(({ keyIds }) => keysInUse.some((id) => !keyIds.includes(id)))
    return {
      health: lacking.length > 0 ? 'failing' : 'healthy',
      summary: formatCount(living.length, 'server', 'servers'),
      percent: null,
      figures: living.map((node) => ({
        label: node.name,
        value: `Version ${node.version}, ${lacking.includes(node) ? 'lacks a key' : `seals with ${node.currentKeyId}`}`,
      })),
    }
  },
}

/** The servers of the site, and this machine's clock. */
export const serverChecks: readonly Check[] = [serversCheck, clockCheck]
