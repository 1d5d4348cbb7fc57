import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const SCRIPT = /<script type="module"[^>]* src="\/([^"]+)"/
/** Static imports of a built file; those that are fetched later have a bracket after `import`. */
const IMPORTS = /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g

/** What a client's first screen needs besides the first page (vite.config.ts). */
const FIRST_SCREEN = /\/(?:pages|wizard)-[\w-]{8}\.js$/

/** The library that draws PDFs; what it does in a thread of its own comes on top. */
const LETTER = /\/readable-pdf-[^/]*\.js$/

/** The library that writes PDFs. */
const PAGES = /\/make-pages-pdf-[^/]*\.js$/

/** The decoder of HEIC pictures, a script of its own. */
const HEIC = /\/libheif-[^/]*\.js$/

/** What people may be made to wait for, in bytes after gzip. A build that exceeds one fails. */
const BUDGETS = [
  {
    what: 'JavaScript before the sign-in form can be used',
    limit: 90_000,
    measure: (client) => sum(firstScripts(client).map((file) => gzipped(client, file))),
  },
  {
    // A new connection carries 14.6 kB before the first acknowledgement; the rendered form adds 0.5 kB, and brotli saves 2 kB.
    what: "the sign-in page's HTML, with its styles",
    limit: 14_000,
    measure: (client) => gzipped(client, 'sign-in.html'),
  },
  {
    // Fetched while a user types their password: at 400 kbit/s it takes 2.5 s.
    what: "a client's first screen, in two files",
    limit: 125_000,
    measure: (client) => sum(scriptsNamed(client, FIRST_SCREEN).map((file) => gzipped(client, file))),
  },
  {
    what: 'the largest file of a later page',
    limit: 50_000,
    measure: (client) => Math.max(...laterScripts(client).map((file) => gzipped(client, file))),
  },
  {
    what: 'what draws the FAIS letter, fetched when it is opened',
    limit: 140_000,
    measure: (client) => sum(scriptsNamed(client, LETTER).map((file) => gzipped(client, file))),
  },
  {
    what: 'what makes a PDF of photos, fetched while they are put in order',
    limit: 270_000,
    measure: (client) => sum(scriptsNamed(client, PAGES).map((file) => gzipped(client, file))),
  },
  {
    what: 'what opens HEIC pictures where the browser does not, fetched when one is chosen for such a PDF',
    limit: 850_000,
    measure: (client) => sum(scriptsNamed(client, HEIC).map((file) => gzipped(client, file))),
  },
]

/** Measures the built client in a folder: `{ what, limit, bytes }` for each budget. */
export function measureBudgets(client) {
  return BUDGETS.map(({ what, limit, measure }) => ({ what, limit, bytes: measure(client) }))
}

/** What to tell people about budgets that are exceeded; empty where all are kept. */
export function exceededBudgets(client) {
  return measureBudgets(client)
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ what, limit, bytes }) => `  ${what}: ${kilobytes(bytes)} of at most ${kilobytes(limit)} (gzip)`)
}

/** The script that the sign-in page begins with, and whatever it imports before it runs. */
function firstScripts(client) {
  const [, entry] = SCRIPT.exec(readFileSync(path.join(client, 'sign-in.html'), 'utf8'))
  const found = new Set([entry])
  for (const file of found) {
    for (const [, name] of readFileSync(path.join(client, file), 'utf8').matchAll(IMPORTS)) {
      found.add(path.posix.join(path.posix.dirname(file), name))
    }
  }
  return [...found]
}

function laterScripts(client) {
  const first = new Set(firstScripts(client))
  return readdirSync(path.join(client, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `assets/${name}`)
    .filter(
      (file) => !first.has(file) && ![FIRST_SCREEN, LETTER, PAGES, HEIC].some((name) => name.test(file)),
    )
}

function scriptsNamed(client, name) {
  return readdirSync(path.join(client, 'assets'))
    .map((file) => `assets/${file}`)
    .filter((file) => name.test(file))
}

function gzipped(client, file) {
  return gzipSync(readFileSync(path.join(client, file)), { level: 9 }).length
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
