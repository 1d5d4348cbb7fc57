#!/usr/bin/env node
// Holds deploy/ and compose.yaml against the schemas of what reads them: every field is one that there is, of the right type and form.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { parse, parseAllDocuments } from 'yaml'
import { commandOf, inRoot, readJson } from './project.mjs'
import { capture } from './run.mjs'

/** Which package has the schemas of an API group; Kubernetes' own groups are in the last. */
const PACKAGES = [
  { group: 'postgresql.cnpg.io', name: '@kubernetes-models/cloudnative-pg' },
  { group: 'monitoring.coreos.com', name: '@kubernetes-models/prometheus-operator' },
  { group: '', name: 'kubernetes-models' },
]
/** No package has the backup plugin's schema. It takes over that of the operator's own backups, which one has. */
const OBJECT_STORE = 'barmancloud.cnpg.io/v1'
const OPERATOR = '@kubernetes-models/cloudnative-pg'
const OBJECT_STORE_TYPE = `{ apiVersion: '${OBJECT_STORE}', kind: 'ObjectStore', metadata: { name: string }, spec: { retentionPolicy: string, configuration: NonNullable<NonNullable<NonNullable<import('${OPERATOR}/postgresql.cnpg.io/v1/Cluster').ICluster['spec']>['backup']>['barmanObjectStore']> } }`
/** kustomize reads these itself, and refuses what it does not know. */
const KUSTOMIZATION = 'kustomization.yaml'

const problems = [
  ...(await manifestProblems(readManifests(inRoot('deploy')))),
  ...composeProblems(inRoot('compose.yaml'), inRoot('deploy/schemas/compose-spec.json')),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

function readManifests(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.yaml'))
  return files
    .filter((file) => path.basename(file) !== KUSTOMIZATION)
    .flatMap((file) =>
      parseAllDocuments(readFileSync(path.join(folder, file), 'utf8')).map((document) => ({
        file,
        manifest: document.toJS(),
      })),
    )
}

async function manifestProblems(manifests) {
  const malformed = await Promise.all(manifests.map(({ file, manifest }) => formProblems(file, manifest)))
  return [...malformed.flat(), ...(await fieldProblems(manifests))]
}

/** By the packages' own validators: patterns, limits, what is required. */
async function formProblems(file, manifest) {
  if (manifest.apiVersion === OBJECT_STORE) return []
  const { [manifest.kind]: Model } = await import(moduleOf(manifest))
  try {
    new Model(manifest).validate()
    return []
  } catch (error) {
    return [`${file}: ${manifest.kind}: ${error.message}`]
  }
}

/** By the packages' types, which refuse a field that there is not; the validators let it pass. */
async function fieldProblems(manifests) {
  const folder = inRoot('.tmp/deployment')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const lines = manifests.map(
    ({ manifest }, index) =>
      `export const manifest${index}: ${typeOf(manifest)} = ${JSON.stringify(manifest)}`,
  )
  writeFileSync(path.join(folder, 'manifests.ts'), `${lines.join('\n')}\n`)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig']
  const { code, output } = await capture(process.execPath, [
    commandOf('@typescript/native', 'tsc'),
    ...options,
    path.join(folder, 'manifests.ts'),
  ])
  if (code === 0) return []
  return output
    .trim()
    .split('\n')
    .map((line) => {
      const [, number, message] = /^\S*manifests\.ts[(:](\d+).*?(?:TS\d+: )(.*)$/u.exec(line) ?? [
        undefined,
        0,
        line,
      ]
      const { file, manifest } = manifests[Number(number) - 1] ?? {}
      return file === undefined ? line : `${file}: ${manifest.kind}: ${message}`
    })
}

function typeOf({ apiVersion, kind, ...rest }) {
  if (apiVersion === OBJECT_STORE) return OBJECT_STORE_TYPE
  return `import('${moduleOf({ apiVersion, kind, ...rest })}').I${kind}`
}

function moduleOf({ apiVersion, kind }) {
  const { name } = PACKAGES.find(({ group }) => group === '' || apiVersion.startsWith(`${group}/`))
  return `${name}/${apiVersion}/${kind}`
}

function composeProblems(file, schema) {
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
  const { $schema: _dialect, ...rules } = readJson(schema)
  const validate = ajv.compile(rules)
  if (validate(parse(readFileSync(file, 'utf8')))) return []
  return validate.errors.map(({ instancePath, message }) => `compose.yaml${instancePath}: ${message}`)
}
