import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Corrections } from '#features/corrections/api.ts'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import { verifyChain } from '#features/audit/server/log/verify-chain.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { environmentOf, runCommandFile } from '#test/support/command.ts'
import { answerWithText, ask, askedOf, handIn, makeReviewed } from '#test/support/corrections.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** The design's acceptance 4: the audit log is valid, keys are rotated, and requests stay readable. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { encryptionKeys: undefined } })
})
afterAll(() => server.close())

test('after rotating and retiring keys, every request reads as before and continues, and the log is valid', async () => {
  const { context } = server
  const one = await makeReviewed(server)
  const corrections = async () => (await one.manager.get(`${one.path}/corrections`)).body as Corrections
  await ask(one.manager, one.path, [
    { kind: 'answer', path: 'taxIncomeNumber' },
    { kind: 'document', documentId: one.payslip.id },
    { kind: 'question', question: 'Why two employers?' },
  ])
  const [, payslip] = (await askedOf(one.session)).items
  await handIn(one.session, payslip?.id ?? '')
  await answerWithText(one.session)
  const before = await corrections()
  const [round] = before.rounds
  expect(round).toMatchObject({
    state: 'answered',
    items: [
      { before: { taxIncomeNumber: '0001339050' }, reply: 'It is right.' },
      { file: { name: 'april.pdf' } },
      { subject: { question: 'Why two employers?' } },
    ],
  })

  const environment = environmentOf({ ...context.settings, encryptionKeys: undefined })
  const keyFile = path.join(context.settings.dataDir, 'encryption.key')
  const older = readFileSync(keyFile, 'utf8')
  for (const args of [[], ['--retire']]) {
    const { code, output } = await runCommandFile('src/app/commands/rotate-keys.ts', args, environment)
    expect([code, code === 0 ? '' : output]).toEqual([0, ''])
  }
  expect(readFileSync(keyFile, 'utf8')).not.toContain(older.trim())

  expect(await corrections()).toEqual(before)
  for (const { id } of round?.items ?? []) {
    const verdict = `${one.path}/corrections/items/${id}/verdict`
    expect((await one.manager.put(verdict, { verdict: 'accepted' })).status).toBe(200)
  }
  expect((await corrections()).rounds).toMatchObject([{ state: 'accepted' }])
  await extendChain(context)
  const events = await context.database.db.$count(auditEvents)
  expect(events).toBeGreaterThan(10)
  expect(await verifyChain(context)).toMatchObject({ sound: true, rows: events })
})
