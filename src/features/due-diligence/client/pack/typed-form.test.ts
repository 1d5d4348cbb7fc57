import { beforeEach, expect, it } from 'vitest'
import { tabStorage } from '#base/client/lib/storage.ts'
import { typedForm, withKnown } from './typed-form.ts'
import { forgetTyped, typedInput } from './typed-input.ts'

const typed = typedInput('one', 'exposure', 'form')
const values = { positions: [{ position: 'Mayor ', from: '20' }] }
/** Half a year is not sent. */
const sent = { positions: [{ position: 'Mayor ' }] }
const formAt = (content: Record<string, unknown> | null) => typedForm(typed, { task: 'exposure', content })

beforeEach(() => {
  for (const key of tabStorage.keys()) tabStorage.removeItem(key)
})

it.each([
  ['nothing was saved', null],
  ['the rest was saved, as the server normalises it', { positions: [{ position: 'Mayor' }] }],
])('reads half-typed values where %s', (_case, content) => {
  typed.write({ known: [null, sent], values })
  expect(formAt(content)?.values).toEqual(values)
})

it('reads none where another window has changed the draft', () => {
  typed.write({ known: [{ domestic: true }, sent], values })
  expect(formAt({ domestic: false })).toBeNull()
})

it.each(['', '{', 'null', '{"values":1}', '{"known":1,"values":{}}', '{"known":[4],"values":{}}'])(
  'reads none from %s',
  (text) => {
    tabStorage.setItem('pack-draft/one/exposure/form', text)
    expect(formAt({ domestic: false })).toBeNull()
  },
)

it('knows the latest drafts, each once', () => {
  const known = [{ a: 1 }, { a: 2 }, { a: 1 }, { a: 3 }, { a: 4 }, { a: 5 }].reduce(withKnown, [])
  expect(known).toEqual([{ a: 1 }, { a: 3 }, { a: 4 }, { a: 5 }])
})

it('forgets one task of one application', () => {
  const others = [typedInput('one', 'tax', 'form'), typedInput('two', 'exposure', 'form')]
  for (const one of [typed, ...others]) one.write('x')
  forgetTyped('one', 'exposure')
  expect([typed, ...others].map((one) => one.read())).toEqual([undefined, 'x', 'x'])
})
