import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bestEncoding, toPage } from './built-client.ts'

test.each([
  ['nothing said', undefined, 'identity'],
  ['as browsers say it', 'gzip, deflate, br, zstd', 'br'],
  ['over plain HTTP', 'gzip, deflate', 'gzip'],
  ['with weights, which do not matter among what is taken', 'gzip;q=1.0, br;q=0.5', 'br'],
  ['with one that is refused', 'br;q=0, GZIP ; q=0.8', 'gzip'],
  ['with all refused', 'br;q=0,gzip;q=0.0', 'identity'],
  ['with none that is known', 'zstd, brotli', 'identity'],
])('the best encoding, %s', (_, accepted, encoding) => {
  expect(bestEncoding(accepted)).toBe(encoding)
})

test('a page is the same in every encoding, and smaller in the better ones', async () => {
  const html = `<p>${'Sign in. '.repeat(200)}</p>`
  const { bodies } = await toPage(html)
  expect(bodies.identity.toString()).toBe(html)
  expect(gunzipSync(bodies.gzip).toString()).toBe(html)
  expect(brotliDecompressSync(bodies.br).toString()).toBe(html)
  expect(bodies.br.length).toBeLessThan(bodies.gzip.length)
})
