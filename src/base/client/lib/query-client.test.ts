import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient, queryFor } from './query-client.ts'

const asked = vi.fn<typeof fetch>()

function answerWith(status: number, body: string): void {
  asked.mockImplementation(async () => new Response(body, { status }))
  vi.stubGlobal('fetch', asked)
}

afterEach(() => {
  vi.unstubAllGlobals()
  asked.mockReset()
})

test('loads a query from the path of its key, with cookies', async () => {
  answerWith(200, '[1]')
  expect(await createQueryClient().query({ queryKey: ['/api/things', 'one', 'parts'] })).toEqual([1])
  expect(asked).toHaveBeenCalledWith(
    '/api/things/one/parts',
    expect.objectContaining({ method: 'GET', credentials: 'include' }),
  )
})

test('does not retry a failure', async () => {
  answerWith(500, '')
  await expect(createQueryClient().query({ queryKey: ['/api/user'] })).rejects.toThrow('500: ')
  expect(asked).toHaveBeenCalledTimes(1)
})

test('refetches the application on window focus; nothing else becomes stale', () => {
  const client = createQueryClient()
  expect(client.defaultQueryOptions({ ...queryFor('GET /api/application') })).toMatchObject({
    queryKey: ['/api/application'],
    staleTime: 5_000,
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  expect(client.defaultQueryOptions({ ...queryFor('GET /api/user') })).toMatchObject({
    queryKey: ['/api/user'],
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  })
})
