import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildClient } from './build-client.mjs'
import { buildServer } from './build-server.mjs'
import { ensure, main } from './ensure.mjs'
import { inRoot } from './project.mjs'

/** What is built, a file that is there then, and everything that it depends on (`without`: but for these). */
const PARTS = {
  client: {
    build: buildClient,
    made: 'dist/client/index.html',
    inputs: ['src', 'scripts/build-client.mjs', 'vite.config.ts', 'package-lock.json'],
    without: /\/src\/(?:base|app|features\/[^/]+)\/(?:server|schema|commands|demo)[/.]/u,
  },
  server: {
    build: buildServer,
    made: 'dist/server/main.mjs',
    inputs: ['src', 'rolldown.config.ts', 'package-lock.json'],
    without: /\/src\/(?:base|app|features\/[^/]+)\/client\//u,
  },
}

/** Builds what is not yet built of the very sources: the client and the server, or the one that is named. */
export async function buildIfNeeded(node, names = Object.keys(PARTS)) {
  for (const name of names) {
    if (isBuilt(name)) continue
    console.log(`Building the ${name} …`)
    await build(name, node)
  }
}

function isBuilt(name) {
  if (![stampFile(name), inRoot(PARTS[name].made)].every((file) => existsSync(file))) return false
  return readFileSync(stampFile(name), 'utf8') === stampOf(PARTS[name])
}

async function build(name, node) {
  const stamp = stampOf(PARTS[name])
  rmSync(stampFile(name), { force: true })
  await PARTS[name].build(node)
  mkdirSync(inRoot('dist'), { recursive: true })
  writeFileSync(stampFile(name), stamp)
}

const stampFile = (name) => inRoot('dist', `${name}.stamp`)

/** By content: a checkout or a copy changes times, and a build of the same sources is the same. */
function stampOf({ inputs, without }) {
  const hash = createHash('sha256')
  for (const file of inputs
    .flatMap((input) => filesIn(inRoot(input)))
    .filter((name) => !without.test(name))) {
    hash
      .update(`${path.relative(inRoot(), file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(root) {
  if (!existsSync(root)) return []
  if (path.extname(root) !== '') return [root]
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async () => {
    const node = await ensure()
    for (const name of Object.keys(PARTS)) await build(name, node)
    return 0
  })
}
