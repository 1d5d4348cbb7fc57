/** Database users: the superuser, the replication user, and the two application roles (docs/install.md). */
export const SUPERUSER = 'postgres'
const REPLICATION = 'replication'
export const OWNER = 'onboarding_owner'
export const APPLICATION = 'onboarding_application'
export const DATABASE = 'onboarding'

/**
 * Patroni's configuration of one database, as YAML (a superset of JSON). Strict synchronous mode: a commit on only one
 * machine is never acknowledged, even without a standby. It uses etcd's v2 API, where a leader renews its lease only
 * while it owns it: with v3, Patroni before 3.0.3 (Debian 12 has 3.0.2) takes the lease from the current leader, and
 * acknowledged commits are lost (ADR 91).
 */
export function patroniSettings({ name, port, restPort, etcdPort, data, bin, socket, passwords }) {
  return JSON.stringify({
    scope: 'onboarding',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 10,
        loop_wait: 2,
        retry_timeout: 3,
        master_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 150,
            wal_log_hints: 'on',
            shared_buffers: '64MB',
            max_wal_size: '256MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'local all all scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
        `host replication ${REPLICATION} 127.0.0.1/32 scram-sha-256`,
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: bin,
      parameters: { unix_socket_directories: socket },
      pgpass: `${data}.pgpass`,
      authentication: {
        superuser: { username: SUPERUSER, password: passwords.superuser },
        replication: { username: REPLICATION, password: passwords.replication },
      },
    },
  })
}

/** HAProxy's configuration: requests go to ready servers, database connections to the leader. */
export function haproxySettings({ port, databasePort, servers, databases }) {
  const lines = [
    'global',
    '  maxconn 4000',
    'defaults',
    '  timeout connect 3s',
    '  timeout client 75s',
    '  timeout server 75s',
    '  timeout http-request 20s',
    '  option redispatch',
    '  retries 3',
    'frontend application',
    '  mode http',
    `  bind 127.0.0.1:${port}`,
    '  option forwardfor',
    '  default_backend servers',
    'backend servers',
    '  mode http',
    '  option httpchk GET /readyz',
    '  default-server inter 2s fall 2 rise 1',
    ...servers.map((server, index) => `  server node${index + 1} 127.0.0.1:${server} check`),
    'listen database',
    '  mode tcp',
    `  bind 127.0.0.1:${databasePort}`,
    '  timeout client 30m',
    '  timeout server 30m',
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...databases.map(
      ({ name, port: own, restPort }) => `  server ${name} 127.0.0.1:${own} check port ${restPort}`,
    ),
  ]
  return `${lines.join('\n')}\n`
}
