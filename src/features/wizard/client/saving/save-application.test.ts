import { describe, expect, test, vi } from 'vitest'
import type { Versioned } from '#base/rules/api/etag.ts'
import type { Application } from '#features/applications/api/application.ts'
import { ApiError } from '#base/client/lib/api.ts'
import { applicationOf } from '#test/support/draft-application.ts'
import type { ApplicationApi, ApplicationPatch } from './application-api.ts'
import { saveApplication } from './save-application.ts'

const base = applicationOf({ city: 'Cape Town', postalCode: '8001', mobileNumber: '+27821234567' })

function problem(status: number, code?: string): ApiError {
  return new ApiError({
    status,
    statusText: '',
    body: JSON.stringify({ title: 'Refused', status, detail: 'Refused.', code }),
  })
}

/** A server that holds an application, and the newest of it that this tab knows. */
function ports(
  stored: Application,
  known: Application,
): Pick<ApplicationApi, 'known' | 'put' | 'reload'> & {
  sent: [ApplicationPatch, number][]
  stored: Application
} {
  const server = {
    stored,
    sent: [] as [ApplicationPatch, number][],
    known: () => known,
    put: async (body: ApplicationPatch, { version }: Versioned) => {
      server.sent.push([body, version])
      if (version !== server.stored.version) throw problem(412, 'version-conflict')
      server.stored = { ...server.stored, city: body.city ?? null, version: server.stored.version + 1 }
      return server.stored
    },
    reload: async () => server.stored,
  }
  return server
}

const later = (change: Partial<Application>) => ({ ...base, ...change, version: base.version + 1 })

describe('a save', () => {
  test('is sent under the version that is known, as it was given', async () => {
    const server = ports(base, base)
    const outcome = await saveApplication(server, {
      base,
      patch: { city: 'Durban' },
      currentStep: 'employment',
    })
    expect(server.sent).toEqual([[{ city: 'Durban', currentStep: 'employment' }, base.version]])
    expect(outcome).toEqual({ kind: 'saved', application: server.stored })
  })

  test('without a step leaves the step alone', async () => {
    const server = ports(base, base)
    await saveApplication(server, { base, patch: { city: 'Durban' } })
    expect(server.sent).toEqual([[{ city: 'Durban' }, base.version]])
  })

  test('under an outdated version is sent again where these answers did not change', async () => {
    const server = ports(later({ postalCode: '4001' }), base)
    const outcome = await saveApplication(server, { base, patch: { city: 'Durban' } })
    expect(server.sent.map(([, version]) => version)).toEqual([base.version, base.version + 1])
    expect(outcome.kind).toBe('saved')
  })

  test('that would overwrite answers saved elsewhere is a conflict', async () => {
    const theirs = later({ city: 'Pretoria' })
    const server = ports(theirs, base)
    const outcome = await saveApplication(server, { base, patch: { city: 'Durban' } })
    expect(outcome).toEqual({
      kind: 'conflict',
      theirs,
      differences: [{ path: 'city', label: 'City', here: 'Durban', there: 'Pretoria' }],
    })
    expect(server.stored.city).toBe('Pretoria')
  })

  test('is not even sent where the conflict is known already', async () => {
    const theirs = later({ city: 'Pretoria' })
    const server = ports(theirs, theirs)
    expect((await saveApplication(server, { base, patch: { city: 'Durban' } })).kind).toBe('conflict')
    expect(server.sent).toEqual([])
  })

  test('is no conflict with answers that were replaced since: those of a closed page may arrive late', async () => {
    const before = later({ city: 'Dur' })
    const server = ports({ ...before, city: 'Durban', version: before.version + 1 }, before)
    expect((await saveApplication(server, { base, patch: { city: 'Durban' } })).kind).toBe('saved')
  })

  test('sees that an answer is the same in another notation', async () => {
    const theirs = later({ mobileNumber: '+27609876543' })
    const server = ports(theirs, theirs)
    const patch = { mobileNumber: '060 987 6543' }
    expect((await saveApplication(server, { base, patch })).kind).toBe('saved')
  })

  test('gives up on a tab that always saves first', async () => {
    const server = ports(base, base)
    server.put = async () => {
      throw problem(412, 'version-conflict')
    }
    const outcome = await saveApplication(server, { base, patch: { city: 'Durban' } })
    expect(outcome).toMatchObject({ kind: 'failed', error: { status: 412 } })
  })

  test.each([problem(500), new TypeError('Failed to fetch')])('that fails says why: %s', async (error) => {
    const server = ports(base, base)
    server.put = async () => {
      throw error
    }
    expect(await saveApplication(server, { base, patch: {} })).toEqual({ kind: 'failed', error })
  })

  test('of a submitted application loads its new state', async () => {
    const server = ports(base, base)
    const reload = vi.spyOn(server, 'reload')
    server.put = async () => {
      throw problem(409, 'not-editable')
    }
    expect(await saveApplication(server, { base, patch: {} })).toMatchObject({ kind: 'closed' })
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
