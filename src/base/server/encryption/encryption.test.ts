import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { decryptFile, decryptedSize, encryptFile, encryptedSize } from './file-cipher.ts'
import { createKeyFile, keysInFile, replaceKeys } from './key-file.ts'
import { looksRandom, readKeyring } from './keyring.ts'
import { liveKeyring, NOTICED_WITHIN_MS } from './live-keyring.ts'
import { decryptText, encryptText } from './text-cipher.ts'

const newKey = () => randomBytes(32).toString('base64')
const keyring = readKeyring(newKey())

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(source))
}

async function* inChunks(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

describe('texts', () => {
  test('are decrypted for the location they were encrypted for, and reveal nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const encrypted = encryptText(keyring, text, 'application 1: idNumber')
        expect(decryptText(keyring, encrypted, 'application 1: idNumber')).toBe(text)
        expect(encryptText(keyring, text, 'application 1: idNumber')).not.toBe(encrypted)
      }),
    )
    expect(encryptText(keyring, '8001015009087', 'x')).not.toContain('8001015009087')
  })

  test('are not decrypted for another location', () => {
    const encrypted = encryptText(keyring, '8001015009087', 'application 1: idNumber')
    expect(() => decryptText(keyring, encrypted, 'application 2: idNumber')).toThrow()
  })

  test('are not decrypted once changed', () => {
    const encrypted = encryptText(keyring, '8001015009087', 'x')
    const swapped = encrypted.endsWith('A') ? `${encrypted.slice(0, -2)}BB` : `${encrypted.slice(0, -2)}AA`
    expect(() => decryptText(keyring, swapped, 'x')).toThrow()
    expect(() => decryptText(keyring, '8001015009087', 'x')).toThrow('not encrypted')
  })

  test('stay readable with a newer key, and report a missing key', () => {
    const [older, newer] = [newKey(), newKey()]
    const encrypted = encryptText(readKeyring(older), 'text', 'x')
    expect(decryptText(readKeyring(`${newer},${older}`), encrypted, 'x')).toBe('text')
    expect(() => decryptText(readKeyring(newer), encrypted, 'x')).toThrow(/is not in ENCRYPTION_KEY/u)
  })
})

describe('files', () => {
  const piece = 64 * 1024

  test.each([0, 1, piece - 1, piece, piece + 1, 3 * piece, 200_000])(
    'of %i bytes are unchanged after decryption',
    async (size) => {
      const content = randomBytes(size)
      const encrypted = await collect(encryptFile(inChunks(content, 10_000), keyring, 'key'))
      expect(encrypted.length).toBe(encryptedSize(size))
      expect(decryptedSize(encrypted.length)).toBe(size)
      expect((await collect(decryptFile(inChunks(encrypted, 7_777), keyring, 'key'))).equals(content)).toBe(
        true,
      )
      expect(size > 32 && encrypted.includes(content.subarray(0, 32))).toBe(false)
    },
  )

  const content = randomBytes(2 * piece + 10)
  const encryptedContent = collect(encryptFile(inChunks(content, 50_000), keyring, 'key'))
  const encryptedPiece = piece + 16

  test.each<[string, (encrypted: Buffer) => Buffer]>([
    ['cut off between pieces', (encrypted) => encrypted.subarray(0, 19 + encryptedPiece)],
    ['cut off within a piece', (encrypted) => encrypted.subarray(0, -1)],
    [
      'with two pieces swapped',
      (encrypted) =>
        Buffer.concat([
          encrypted.subarray(0, 19),
          encrypted.subarray(19 + encryptedPiece, 19 + 2 * encryptedPiece),
          encrypted.subarray(19, 19 + encryptedPiece),
          encrypted.subarray(19 + 2 * encryptedPiece),
        ]),
    ],
    [
      'with a byte changed',
      (encrypted) =>
        Buffer.concat([
          encrypted.subarray(0, 500),
          Buffer.from([(encrypted[500] ?? 0) ^ 1]),
          encrypted.subarray(501),
        ]),
    ],
    ['with a piece appended', (encrypted) => Buffer.concat([encrypted, encrypted.subarray(-26)])],
    ['never sealed', () => content],
  ])('%s are not decrypted', async (_, change) => {
    await expect(
      collect(decryptFile(inChunks(change(await encryptedContent), 9_999), keyring, 'key')),
    ).rejects.toThrow()
  })

  test('are not decrypted under another object key', async () => {
    await expect(
      collect(decryptFile(inChunks(await encryptedContent, 9_999), keyring, 'other')),
    ).rejects.toThrow()
  })
})

describe('keys', () => {
  test.each(['', 'short', randomBytes(31).toString('base64'), `${newKey()},`])('%s is no key', (text) => {
    expect(() => readKeyring(text)).toThrow(/32 random bytes in base64/u)
  })

  test.each([
    ['zeros', Buffer.alloc(32)],
    ['one byte', Buffer.alloc(32, 0xa7)],
    ['a pattern', Buffer.alloc(32, 'change me please')],
    ['digits', Buffer.from('01234567890123456789012345678901')],
    ['counting', Buffer.from(Array.from({ length: 32 }, (_value, index) => index))],
    ['counting down by sevens', Buffer.from(Array.from({ length: 32 }, (_value, index) => 300 - 7 * index))],
  ])('of %s is not random', (_, bytes) => {
    expect(looksRandom(readKeyring(bytes.toString('base64')).current)).toBe(false)
  })

  test('ten thousand random ones pass', () => {
    const drawn = Array.from({ length: 10_000 }, () => readKeyring(newKey()).current)
    expect(drawn.every(looksRandom)).toBe(true)
  })

  test('a deployment without one generates one, once, readable by its owner only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'keys-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'encryption.key')
    createKeyFile(file)
    const [key = '', ...others] = keysInFile(file)
    expect([readKeyring(key).current.id, others]).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/u), []])
    createKeyFile(file)
    expect(keysInFile(file)).toEqual([key])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    writeFileSync(file, 'spoiled')
    expect(() => liveKeyring(file)).toThrow()
  })

  test('a new one in the file is used within a second, and found at once if needed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'keys-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers()
    const file = join(folder, 'encryption.key')
    const [older, newer] = [newKey(), newKey()]
    replaceKeys(file, [older])
    const live = liveKeyring(file)
    const encrypted = encryptText(live, 'a secret', 'here')
    replaceKeys(file, [newer, older])
    const byNewer = encryptText(readKeyring(newer), 'another', 'here')
    expect(decryptText(live, byNewer, 'here')).toBe('another')
    vi.advanceTimersByTime(NOTICED_WITHIN_MS)
    expect(live.current.id).toBe(readKeyring(newer).current.id)
    expect(decryptText(live, encrypted, 'here')).toBe('a secret')
    writeFileSync(file, 'being replaced')
    vi.advanceTimersByTime(NOTICED_WITHIN_MS)
    expect(live.current.id).toBe(readKeyring(newer).current.id)
    replaceKeys(file, [newer])
    vi.advanceTimersByTime(NOTICED_WITHIN_MS)
    expect([live.current.id, live.find(readKeyring(older).current.id)]).toEqual([
      readKeyring(newer).current.id,
      undefined,
    ])
  })
})
