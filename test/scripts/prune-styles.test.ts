import { expect, test } from 'vitest'

interface Shown {
  classes: Set<string>
  elements: Set<string>
}
interface PruneStyles {
  shownIn: (html: string) => Shown
  pruneStyles: (css: string, shown: Shown) => string
}

const { shownIn, pruneStyles } = (await import(
  new URL('../../scripts/prune-styles.mjs', import.meta.url).href
)) as PruneStyles

const elements = new Set(['html', 'h1', 'a', 'input'])
const prune = (css: string, ...classes: string[]) => pruneStyles(css, { classes: new Set(classes), elements })

test('finds the classes and elements of a page as the browser reads them', () => {
  const page = `<p class="mt-2 [&amp;_input]:text-right"><b class="before:content-[&#x27;“&#x27;]">class="none"</b>`
  const shown = shownIn(page)
  expect([...shown.classes]).toEqual(
    expect.arrayContaining(['mt-2', '[&_input]:text-right', "before:content-['“']"]),
  )
  expect([...shown.elements]).toEqual(['p', 'b'])
})

test.each([
  ['.a{color:red}.b{color:blue}', '.a{color:red}'],
  ['.a,.b{color:red}', '.a{color:red}'],
  ['.a .b{color:red}.a.a{top:0}', '.a.a{top:0}'],
  ['.a:not(.b){color:red}', '.a:not(.b){color:red}'],
  ['.a:hover:not(.b){color:red}', undefined],
  ['*,:before{top:0}h1{top:1px}', '*,:before{top:0}h1{top:1px}'],
  ['@layer base,utilities;.b{top:0}', '@layer base,utilities'],
  ['@media (min-width:4rem){.b{top:0}}', ''],
  ['@layer u{.b{top:0}@media screen{.a{top:1px}}}', '@layer u{@media screen{.a{top:1px}}}'],
  ['.a{top:0}@media print{.a{top:1px}}', '.a{top:0}'],
  ['table{top:0}h1,h2{top:0}', 'h1{top:0}'],
  ['h1 table a{top:0}INPUT:hover{top:0}', 'INPUT:hover{top:0}'],
  [':is(button,a){top:0}a:has(table){top:0}::placeholder{top:0}', undefined],
  ['@layer one{.b{top:0}}@layer two{.a{top:0}}', '@layer one,two;@layer two{.a{top:0}}'],
  [
    '@keyframes b{to{top:0}}@keyframes c{to{top:0}}.a{animation:1s b,2s}',
    '@keyframes b{to{top:0}}.a{animation:1s b,2s}',
  ],
  [
    '@property --b{inherits:false}@property --c{inherits:false}.a{top:var(--b)}',
    '@property --b{inherits:false}.a{top:var(--b)}',
  ],
  [':root{--b:1px;--c:2px}.a{top:var( --b,0)}', ':root{--b:1px}.a{top:var( --b,0)}'],
  [':root{--b:1px;--c:var(--b);--d:var(--c)}.a{top:0}', '.a{top:0}'],
  [':root{--animate-b:b 1s}@keyframes b{to{top:0}}.a{top:0}', '.a{top:0}'],
  ['.a{&:hover{top:0}}.b{&:hover{top:0}}', '.a{&:hover{top:0}}'],
  ['.a:after{content:"}.b{"}', undefined],
  ['/*! by .b{} */.a{top:0}', '.a{top:0}'],
])('of %s stays %s where only .a is there', (css, kept = css) => {
  expect(prune(css, 'a')).toBe(kept)
})

test('reads escaped names', () => {
  const css = String.raw`.sm\:top-1\/2{top:50%}.\32 xl{top:0}.\[\&_a\,b\]\:x a,.m\.5{top:1px}`
  expect(prune(css, 'sm:top-1/2')).toBe(String.raw`.sm\:top-1\/2{top:50%}`)
  expect(prune(css, '2xl')).toBe(String.raw`.\32 xl{top:0}`)
  expect(prune(css, '[&_a,b]:x', 'm.5')).toBe(String.raw`.\[\&_a\,b\]\:x a,.m\.5{top:1px}`)
})
