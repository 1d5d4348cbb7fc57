import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeSummary } from '#features/records/server/download/make-summary.ts'
import { someFile } from '#test/support/filed.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import type { Paper } from './draw-paper.ts'
import { layOut } from './lay-out.ts'

const paper: Paper = {
  head: { issuer: 'A bank' },
  title: 'A statement',
  blocks: [{ kind: 'paragraph', text: 'Nothing is owed.' }],
  footer: 'A bank',
  windowTitle: 'A statement',
  author: 'A bank',
}

const branding = {
  firmName: 'Protea Private Wealth',
  tagline: 'Protect. Create. Wealth.',
  supportPhone: '+27 21 555 0140',
  supportEmail: 'support@proteawealth.example',
}

test('the main thread takes no part in the layout', async () => {
  await layOut('warm-up', paper)
  const [thread, whole] = [process.threadCpuUsage(), process.cpuUsage()]
  const made = Array.from({ length: 5 }, (_, user) => makeSummary(`user ${user}`, someFile(), branding))
  const papers = await Promise.all(made)
  const total = ({ user, system }: NodeJS.CpuUsage) => user + system
  expect(total(process.threadCpuUsage(thread))).toBeLessThan(total(process.cpuUsage(whole)) / 4)
  expect(new Set(papers.map((pdf) => pdf.toString('latin1', 0, 5)))).toEqual(new Set(['%PDF-']))
})

test('a failing layout affects no others', async () => {
  // From JSON, like input of a process: not type-checked.
  const broken: Paper = JSON.parse(JSON.stringify({ ...paper, blocks: [{ kind: 'unknown' }] }))
  const [failed, next] = await Promise.allSettled([layOut('one', broken), layOut('other', paper)])
  expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) })
  expect(next.status === 'fulfilled' && (await readPdf(next.value)).pages).toBe(1)
})

test('a user with too many queued documents is rejected, and others are served', async () => {
  const many = Array.from({ length: 52 }, () => layOut('one', paper))
  const other = layOut('other', paper)
  const outcomes = await Promise.allSettled(many)
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  expect(refused).toEqual([expect.objectContaining({ kind: 'throttled' })])
  expect(await other).toBeInstanceOf(Buffer)
})

test('a process that has laid out a document exits when done', async () => {
  const program = `
    import { layOut } from ${JSON.stringify(import.meta.resolve('./lay-out.ts'))}
    const pdf = await layOut('one', ${JSON.stringify(paper)})
    process.stdout.write(pdf.subarray(0, 5))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout).toBe('%PDF-')
})
