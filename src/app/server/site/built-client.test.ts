import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { toPage } from './built-client.ts'

test('a page is the same in every encoding, and smaller in the better ones', async () => {
  const html = `<p>${'Sign in. '.repeat(200)}</p>`
  const { bodies } = await toPage(html)
  expect(bodies.identity.toString()).toBe(html)
  expect(gunzipSync(bodies.gzip).toString()).toBe(html)
  expect(brotliDecompressSync(bodies.br).toString()).toBe(html)
  expect(bodies.br.length).toBeLessThan(bodies.gzip.length)
})
