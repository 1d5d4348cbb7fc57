import { commandOf, inRoot } from './project.mjs'
import { capture } from './run.mjs'

/** What `npm run check` looks at: a name, and the command line that fails when something is wrong. */
const CHECKS = [
  { name: 'types', of: ['@typescript/native', 'tsc'], args: ['-p', '.'] },
  { name: 'lint', of: ['oxlint'], args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', of: ['oxfmt'], args: ['--check'] },
  { name: 'unused code', of: ['knip'], args: ['--no-progress'] },
  {
    name: 'structure',
    of: ['dependency-cruiser', 'depcruise'],
    args: ['src', 'test', '--ignore-known', '--output-type', 'err'],
  },
  { name: 'duplicates', of: ['jscpd'], args: ['src', 'scripts'] },
  { name: 'deployment', script: 'check-deployment.mjs' },
  { name: 'translation', script: 'check-translatable.mjs' },
  { name: 'migrations', script: 'check-migrations.mjs' },
  { name: 'language', script: 'check-language.mjs' },
  { name: 'expressions', script: 'check-expressions.mjs' },
]

/** Two at a time: the smallest machines that run this have two cores. */
const AT_ONCE = 2

/** Runs every check, and prints each when it ends; what failed is repeated at the end. Answers how many passed and failed. */
export async function runChecks(node) {
  const waiting = [...CHECKS]
  const results = []
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const result = await runCheck(node, check)
      console.log(lineFor(result))
      results.push(result)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  for (const { name, ok, output } of results) if (!ok) console.log(`\n── ${name} ──\n${output.trim()}\n`)
  const passed = results.filter(({ ok }) => ok).length
  return { passed, failed: results.length - passed }
}

async function runCheck(node, { name, of, args = [], script }) {
  const begun = performance.now()
  const { code, output } = await capture(node, [
    script ? inRoot('scripts', script) : commandOf(...of),
    ...args,
  ])
  return { name, ok: code === 0, output, seconds: (performance.now() - begun) / 1000 }
}

function lineFor({ name, ok, seconds }) {
  return `  ${ok ? '✓' : '✗'} ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s`
}
