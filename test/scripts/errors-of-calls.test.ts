import path from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { errorTexts } from '#app/server/site/error-texts.ts'
import { sharedErrorsOf } from '#app/server/site/openapi.ts'
import type { ContractKey } from '#base/rules/api/contract.ts'
import { problemCodes } from '#base/rules/api/problem.ts'
import { meanings } from '#base/server/http/problem.ts'
import type { ErrorCodes, ErrorStatus } from '#base/server/openapi/describe-errors.ts'
import { previewedCalls } from '#features/mail/api/mail-previews.ts'
import { publicApi } from '#features/integrations/rules/public-api/contract.ts'
import { readErrors, type CreatedError } from '#test/support/errors-of-calls.ts'

const FILE = path.resolve(import.meta.dirname, '../../src/app/server/site/errors-of-calls.ts')
const { all, ofCalls } = readErrors(problemCodes)

/** Only a bulk action passes over unchecked applications, and reports each. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  'PATCH /api/admin/applications/{id}/status': ['not-checked'],
  'PUT /api/admin/applications/{id}/status': ['not-checked'],
  'POST /api/staff/mail-previews': ['not-checked'],
}

/** A preview runs the handler of another call. */
function errorsOf(key: string): CreatedError[] {
  const previewed = key === 'POST /api/staff/mail-previews' ? previewedCalls : []
  return [key, ...previewed].flatMap((one) => ofCalls.get(one) ?? [])
}

/** The statuses and codes of a call beside those that it has anyway. */
function ownErrors(key: ContractKey): ErrorCodes {
  const shared = sharedErrorsOf(key, contract[key])
  const own: Record<number, string[]> = {}
  for (const { kind, code } of errorsOf(key)) {
    const { status } = meanings[kind]
    if (shared[status]?.some((one) => one === code) || NEVER[key]?.some((one) => one === code)) continue
    if (shared[status] !== undefined && code === null) continue
    const codes = (own[status] ??= [])
    if (code !== null && !codes.includes(code)) codes.push(code)
  }
  return Object.fromEntries(Object.entries(own).map(([status, codes]) => [status, codes.toSorted()]))
}

function renderFile(): string {
  const quoted = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ')
  const lines = (Object.keys(contract) as ContractKey[]).toSorted().flatMap((key) => {
    const parts = Object.entries(ownErrors(key)).map(([status, codes]) => `${status}: [${quoted(codes)}]`)
    return parts.length === 0 ? [] : [`  '${key}': { ${parts.join(', ')} },`]
  })
  return `import type { ContractKey } from '#base/rules/api/contract.ts'
import type { ErrorCodes } from '#base/server/openapi/describe-errors.ts'

/**
 * The errors of each call beside those of every call: statuses with their codes. Derived from the handlers:
 * \`npx vitest run --project rules test/scripts/errors-of-calls.test.ts -u\` writes this file.
 */
export const errorsOfCalls: Readonly<Partial<Record<ContractKey, ErrorCodes>>> = {
${lines.join('\n')}
}
`
}

test('the description lists the errors that the handlers create', async () => {
  expect(Object.keys(contract).filter((key) => !ofCalls.has(key))).toEqual([])
  await expect(renderFile()).toMatchFileSnapshot(FILE)
})

test('the errors of a handler are found: direct, through other files, and conditional ones', () => {
  const own = (key: ContractKey, status: ErrorStatus) => ownErrors(key)[status] ?? null
  expect(own('PUT /api/application', 409)).toEqual(['not-editable', 'not-open'])
  expect(own('PUT /api/admin/applications/{id}/status', 409)).toEqual(
    expect.arrayContaining(['not-possible', 'requirements-missing', 'round-open', 'status-changed']),
  )
  expect(own('POST /api/passkey/login', 401)).toEqual(
    expect.arrayContaining(['passkey-rejected', 'passkey-unknown']),
  )
  expect(own('GET /api/branding', 404)).toBeNull()
})

test('the calls for programs have the errors that their description lists', () => {
  const found = Object.keys(publicApi).map((key) => {
    const codes = errorsOf(key).map(({ kind, code }) => `${meanings[kind].status} ${code ?? ''}`.trim())
    return [key, [...new Set(codes)].toSorted()]
  })
  expect(Object.fromEntries(found)).toEqual({
    'GET /api/v1/token': [],
    'GET /api/v1/applications': ['400'],
    'GET /api/v1/applications/{id}': ['404'],
    'GET /api/v1/documents/{id}/content': ['404', '409', '503'],
    'GET /api/v1/events': ['410 events-deleted'],
  })
})

test('every code and kind is explained, and every code is in use', () => {
  const used = new Set(all.map(({ code }) => code))
  expect(problemCodes.filter((code) => !used.has(code))).toEqual([])
  const named = new Set<string>([...problemCodes, ...Object.keys(meanings), 'unexpected'])
  expect(Object.keys(errorTexts).toSorted()).toEqual([...named].toSorted())
  const texts = Object.values(errorTexts).flat()
  expect(texts.filter((text) => !/^[A-Z“].*\.$/u.test(text) || /[<>&]/u.test(text))).toEqual([])
})
