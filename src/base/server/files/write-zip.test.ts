import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeZip, type ZipFile } from './write-zip.ts'

const modifiedAt = new Date('2026-11-20T21:59:58Z')

const written = (files: readonly ZipFile[]): Promise<Buffer> => buffer(writeZip(asTheyCome(files)))

async function* asTheyCome<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item)
}

test('each file is read to its end before the next is requested', async () => {
  const heard: string[] = []
  async function* content(name: string) {
    heard.push(`${name} begins`)
    yield await Promise.resolve(Buffer.from(name))
    heard.push(`${name} ends`)
  }
  async function* files(): AsyncGenerator<ZipFile> {
    for (const name of ['one', 'two']) {
      heard.push(`${name} is asked for`)
      yield { name, modifiedAt, content: content(name) }
    }
    await Promise.resolve()
  }
  await Array.fromAsync(writeZip(files()))
  expect(heard).toEqual(
    ['one', 'two'].flatMap((name) => [`${name} is asked for`, `${name} begins`, `${name} ends`]),
  )
})

test('an interrupted download releases the file being read', async () => {
  let released = false
  async function* content() {
    try {
      for (;;) yield await Promise.resolve(Buffer.alloc(10))
    } finally {
      released = true
    }
  }
  for await (const chunk of writeZip(asTheyCome([{ name: 'endless', modifiedAt, content: content() }]))) {
    expect(chunk).not.toHaveLength(0)
    break
  }
  await vi.waitFor(() => expect(released).toBe(true))
})

test('an archive whose file cannot be read fails with the error', async () => {
  async function* content() {
    yield await Promise.resolve(Buffer.alloc(10))
    throw new Error('unreadable')
  }
  await expect(written([{ name: 'broken', modifiedAt, content: content() }])).rejects.toThrow('unreadable')
})

test('content is read only as fast as the reader consumes it', async () => {
  let read = 0
  async function* content() {
    for (; read < 100; read += 1) yield await Promise.resolve(Buffer.alloc(100_000))
  }
  const archive = writeZip(asTheyCome([{ name: 'long', modifiedAt, content: content() }]))
  await once(archive, 'readable')
  await setTimeout(50)
  expect(read).toBeLessThan(20)
  archive.destroy()
})

const hasUnzip = spawnSync('unzip', ['-v']).status === 0
test.skipIf(!hasUnzip)(
  'another program finds each file complete, including empty ones, with its time',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'zip-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const large = Buffer.alloc(300_000, 'abcdefg')
    const archive = path.join(folder, 'archive.zip')
    writeFileSync(
      archive,
      await written([
        { name: 'Größe/leer.txt', modifiedAt, content: [] },
        { name: 'large.bin', modifiedAt, content: [large.subarray(0, 70_001), large.subarray(70_001)] },
      ]),
    )
    const unzip = (...args: string[]) =>
      spawnSync('unzip', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    expect(unzip('-tq', archive)).toMatchObject({ status: 0, stderr: '' })
    expect(unzip('-Z', '-T', archive).stdout).toMatch(
      /-rw-r--r--.*stor 20261120\.235958 Größe\/leer\.txt\n.* 300000 .*large\.bin/u,
    )
    expect(unzip('-q', archive, '-d', folder).status).toBe(0)
    expect(readFileSync(path.join(folder, 'large.bin')).equals(large)).toBe(true)
    expect(readFileSync(path.join(folder, 'Größe/leer.txt'))).toHaveLength(0)
  },
)
