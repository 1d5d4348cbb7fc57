import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const SCRIPTS = new URL('../../scripts/', import.meta.url).href

/** Parts that say something themselves and by a program; of those beside each other the first works when the other has. */
const RUN = `
  import { run } from '${SCRIPTS}run.mjs'
  import { besideEachOther, turnsOf } from '${SCRIPTS}turns.mjs'
  const s3IsOver = Promise.withResolvers()
  const part = async (name) => {
    console.log(name, 'begins')
    if (name === 'release') await s3IsOver.promise
    const code = await run(process.execPath, ['-e', \`console.log('\${name} at work'); process.exitCode = 3\`])
    console.log(name, 'ends with', code)
    if (name === 's3') s3IsOver.resolve()
    return name
  }
  for (const names of turnsOf(['unit', 'release', 'e2e', 's3'])) {
    console.log('answered:', await besideEachOther(names, part))
  }
`

test('what parts write that run beside each other is kept, and written whole when they have ended', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', RUN], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(stdout.split('\n').filter(Boolean)).toEqual([
    'unit begins',
    'unit at work',
    'unit ends with 3',
    "answered: [ 'unit' ]",
    '── s3 ──',
    's3 begins',
    's3 at work',
    's3 ends with 3',
    '── release ──',
    'release begins',
    'release at work',
    'release ends with 3',
    "answered: [ 'release', 's3' ]",
    'e2e begins',
    'e2e at work',
    'e2e ends with 3',
    "answered: [ 'e2e' ]",
  ])
})
