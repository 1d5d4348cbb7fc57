import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readSettings } from '#server/platform/config/settings.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DEPLOY = path.join(ROOT, 'deploy')

interface Reference {
  name: string
  key?: string
}
interface Container {
  image: string
  ports: { containerPort: number }[]
  envFrom: { configMapRef?: Reference; secretRef?: Reference }[]
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: Reference } }[]
  [probe: `${string}Probe`]: { httpGet: { path: string } }
}
interface Manifest {
  kind: string
  metadata: { name: string }
  spec: {
    template: {
      spec: { containers: [Container]; securityContext: { runAsUser: number }; volumes: Volume[] }
    }
  }
}
interface Volume {
  name: string
  secret?: { secretName: string }
}

const read = (...parts: string[]) => readFileSync(path.join(DEPLOY, ...parts), 'utf8')
const manifests = readdirSync(path.join(DEPLOY, 'base'))
  .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(read('base', file)).map((document) => document.toJS() as Manifest))
const deployment = manifests.find(({ kind }) => kind === 'Deployment')
const pod = deployment?.spec.template.spec
const [server] = pod?.containers ?? []

/** Created by hand, as documented. */
const SECRETS = {
  METRICS_TOKEN: 'a-token-of-sixteen-or-more',
  SMTP_URL: 'smtps://user:password@mail.yourfirm.example:465',
  ENCRYPTION_KEY: 'kP4l9mJ0mW1q7Zb3t8Yd5sVhXc2nRfGa6uEoTiQwBzM=',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
}

test('the settings that a firm begins from start a server in production', () => {
  const settings = { ...parseEnv(read('base', 'settings.env')), ...parseEnv(read('example', 'settings.env')) }
  const given = Object.fromEntries((server?.env ?? []).map(({ name, value }) => [name, value]))
  const started = readSettings({ ...settings, ...SECRETS, ...given })
  expect(started).toMatchObject({ production: true, demo: false, port: 3000, host: '0.0.0.0' })
  expect(started.databaseUrl).toContain('sslmode=verify-full')
})

test('every setting has the name of one that there is', () => {
  const known = new Set(
    [...readFileSync(path.join(ROOT, '.env.example'), 'utf8').matchAll(/\b[A-Z][A-Z0-9_]+(?==)/gu)].map(
      ([name]) => name,
    ),
  )
  const settings = [read('base', 'settings.env'), read('example', 'settings.env')].flatMap((text) =>
    Object.keys(parseEnv(text)),
  )
  const parts = (server?.env ?? []).flatMap(({ value = '' }) => [...value.matchAll(/\$\((\w+)\)/gu)])
  const partsOfOthers = new Set(parts.map(([, name]) => name))
  const set = [...settings, ...Object.keys(SECRETS), ...(server?.env ?? []).map(({ name }) => name)]
  expect(set.filter((name) => !known.has(name) && !partsOfOthers.has(name))).toEqual([])
})

test('every secret that is asked for is made by a command of the page', () => {
  const asked = [
    ...(server?.envFrom ?? []).map(({ secretRef }) => secretRef?.name),
    ...(server?.env ?? []).map(({ valueFrom }) => valueFrom?.secretKeyRef.name),
    ...[
      ...JSON.stringify(manifests).matchAll(
        /"(?:accessKeyId|secretAccessKey|passwordSecret|credentials)":\{"name":"([^"]+)"/gu,
      ),
    ].map(([, name]) => name),
  ].filter((name) => name !== undefined)
  const page = read('README.md')
  expect(asked.length).toBeGreaterThan(4)
  expect([...new Set(asked)].filter((name) => !page.includes(`create secret generic ${name} `))).toEqual([])
})

test('what kustomize puts together is there', () => {
  for (const folder of ['base', 'example']) {
    const { resources, configMapGenerator } = parse(read(folder, 'kustomization.yaml')) as {
      resources: string[]
      configMapGenerator: { envs?: string[]; files?: string[] }[]
    }
    const inputs = configMapGenerator.flatMap(({ envs = [], files = [] }) => [...envs, ...files])
    for (const name of [...resources, ...inputs]) {
      const target = name === '../base' ? '../base/kustomization.yaml' : name
      expect(read(folder, target).length).toBeGreaterThan(0)
    }
  }
})

test('pods keep what the image promises: user, port, addresses that say how it is', () => {
  const dockerfile = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')
  expect(dockerfile).toContain('USER node')
  // the id of `node` in the official images; Kubernetes cannot read a name
  expect(pod?.securityContext.runAsUser).toBe(1000)
  expect(dockerfile).toContain(`EXPOSE ${server?.ports[0]?.containerPort ?? ''}`)
  const health = readFileSync(path.join(ROOT, 'src/server/features/site/health.ts'), 'utf8')
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
    expect(health).toContain(`'${server?.[probe]?.httpGet.path ?? ''}'`)
  }
})
