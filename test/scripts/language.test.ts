import { expect, test } from 'vitest'

const CHECK = new URL('../../scripts/check-language.mjs', import.meta.url).href
const { hitsIn } = (await import(CHECK)) as {
  hitsIn: (file: string, text: string) => { line: number; found: string }[]
}

const planted = {
  'a comment': ['a.ts', 'export const a = 1\n// Somebody else has it.\n', 2, 'Somebody'],
  'a doc comment': ['a.ts', '/**\n * Whoever signs in.\n */\nexport const a = 1\n', 2, 'Whoever'],
  'an identifier': ['a.ts', 'export const keptPages = 1\n', 1, 'kept'],
  'a property': ['a.ts', 'export const a = { byNobody: 1 }\n', 1, 'nobody'],
  'a file name': ['rooms-on-floors.ts', '', 1, 'rooms'],
  'the name of a test': ['a.test.ts', "test('a tally goes on', () => undefined)\n", 1, 'goes on'],
  'a text on screen': ['a.tsx', '<p>\n  Your manager is told by email.\n</p>\n', 2, 'is told'],
  'a part of a template': ['a.ts', 'export const a = `${1} photographs were taken`\n', 1, 'photographs'],
  Markdown: ['a.md', '# Heading\n\nNobody reads this.\n', 3, 'Nobody'],
} as const

test.each(Object.entries(planted))('an old term in %s is found', (_, [file, text, line, found]) => {
  expect(hitsIn(file, text)).toContainEqual(expect.objectContaining({ line, found }))
})

test('standard terms, names of columns and routes are not reported', () => {
  const text = [
    '// Stores the response for retried requests.',
    "export const column = 'kept_until'",
    "export const route = '/api/photographs'",
    'export const cachedPages = 1',
  ].join('\n')
  expect(hitsIn('a.ts', text)).toEqual([])
})
