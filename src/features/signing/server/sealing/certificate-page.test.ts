import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { someCertificateFacts } from '#test/support/letters.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { makeCertificatePage } from './certificate-page.ts'

const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined

/** A certificate page for this name, as a file. */
async function pageOf(name: string): Promise<{ file: string; length: number }> {
  const bytes = await makeCertificatePage(someCertificateFacts(name))
  const file = path.join(makeFolder('onboarding-certificate-'), 'page.pdf')
  writeFileSync(file, bytes)
  return { file, length: bytes.length }
}

const outputOf = (program: 'pdftotext' | 'pdffonts', file: string) =>
  execFileSync(program, program === 'pdftotext' ? [file, '-'] : [file], { encoding: 'utf8' })

describe.runIf(hasPoppler)('the certificate page', () => {
  test.each([
    'Thandiwe Nkosi',
    'Łukasz Żółć',
    'Nguyễn Văn Šimon',
    'İbrahim Çağlar',
    'Ngũgĩ wa Thiong’o',
    'Ḽiṱani Ṋemuḓivhiso',
    'Ελένη Παπαδοπούλου',
    'Ольга Иванова',
  ])('shows %s as it is written, in embedded fonts', async (name) => {
    const { file, length } = await pageOf(name)
    // At the signature, and beside "Signed by".
    expect(outputOf('pdftotext', file).split(name)).toHaveLength(3)
    expect(outputOf('pdftotext', file)).not.toContain('In Unicode')
    const fonts = outputOf('pdffonts', file).trim().split('\n').slice(2)
    expect(
      fonts.filter(
        (font) => !/^[A-Z]{6}\+(?:Newsreader|SourceSans3|NotoSerif|NotoSans)\S+ .* yes yes yes/u.test(font),
      ),
    ).toEqual([])
    expect(length).toBeLessThan(60_000)
  })

  test.each([
    ['王小明', '[U+738B][U+5C0F][U+660E]'],
    ['Zoë 💰', 'Zo[U+00EB] [U+1F4B0]'],
    ['\u202Eeman desrever', '[U+202E]eman desrever'],
  ])('lists the letters of %s that no font has, or that are invisible', async (name, letters) => {
    expect(outputOf('pdftotext', (await pageOf(name)).file)).toContain(letters)
  })
})
