import { expect, test } from 'vitest'
import { withSections } from '../bench/support/document.ts'

const row = (what: string) => ({ what, measured: '1', promised: 'at least 1', met: true })
const document = `# Performance

<!-- bench: begin -->

### Reads

Measured on Monday.

| What |

### Saves

Measured on Tuesday.

| What |

<!-- bench: end -->

## Comparisons
`

test('what was measured again takes the place of what stood there; the rest stays, and what is new comes last', () => {
  const sections = [
    { name: 'Reads', rows: [row('a read')] },
    { name: 'Lists', rows: [row('a list')] },
  ]
  const written = withSections(document, sections, 'Measured on Sunday.')
  expect(written.match(/### \w+\n\nMeasured on \w+\./gu)).toEqual([
    '### Reads\n\nMeasured on Sunday.',
    '### Saves\n\nMeasured on Tuesday.',
    '### Lists\n\nMeasured on Sunday.',
  ])
  expect(written).toContain('| a read | 1        | at least 1 | yes  |')
  expect(written.startsWith('# Performance\n\n<!-- bench: begin -->\n\n### Reads')).toBe(true)
  expect(written.endsWith('<!-- bench: end -->\n\n## Comparisons\n')).toBe(true)
  expect(withSections(written, sections, 'Measured on Sunday.')).toBe(written)
})

test('a document without its markers is left alone', () => {
  expect(() => withSections('# Performance', [], '')).toThrow('markers')
})
