import { healthOf, thresholds, worstOf } from '#base/rules/health.ts'
import { formatBytes, formatCount } from '#base/server/health/amounts.ts'
import { timed, type Check } from '#features/access/server/health-check.ts'

interface DatabaseRow {
  version: string
  connections: number
  allowed: number
  bytes: string
  standbys: number
  is_standby: boolean
}

/** Only client backends count: background workers do not use the connection limit. */
const STATEMENT = `select current_setting('server_version') as version,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed,
    pg_database_size(current_database()) as bytes,
    (select count(*)::int from pg_stat_replication) as standbys,
    pg_is_in_recovery() as is_standby`

export const databaseCheck: Check = {
  name: 'database',
  title: 'PostgreSQL',
  async run({ database: { pool } }) {
    const { result, tookMs } = await timed(() => pool.query<DatabaseRow>(STATEMENT))
    const [row] = result.rows
    if (row === undefined) throw new Error('The database returned no figures.')
    const percent = (row.connections / row.allowed) * 100
    const standbys = row.standbys === 0 ? 'None' : formatCount(row.standbys, 'standby', 'standbys')
    return {
      health: worstOf([
        healthOf(tookMs, thresholds.databaseMs),
        healthOf(percent, thresholds.connectionPercent),
      ]),
      summary: `Version ${row.version}`,
      percent: null,
      figures: [
        { label: 'Response time', value: `${Math.ceil(tookMs)} ms` },
        { label: 'Connections', value: `${row.connections} of ${row.allowed}` },
        {
          label: 'Of this server',
          value: `${pool.totalCount - pool.idleCount} busy, ${pool.waitingCount} waiting`,
        },
        { label: 'Size', value: formatBytes(Number(row.bytes)) },
        { label: 'Replication', value: row.is_standby ? 'This is a standby' : standbys },
      ],
    }
  },
}
