import { expect, test } from 'vitest'

interface PruneStyles {
  classesIn: (html: string) => Set<string>
  pruneStyles: (css: string, classes: Set<string>) => string
}

const { classesIn, pruneStyles } = (await import(
  new URL('../../scripts/prune-styles.mjs', import.meta.url).href
)) as PruneStyles

const prune = (css: string, ...classes: string[]) => pruneStyles(css, new Set(classes))

test('finds the classes of a page as the browser reads them', () => {
  const page = `<p class="mt-2 [&amp;_input]:text-right"><b class="before:content-[&#x27;“&#x27;]">class="none"</b>`
  expect([...classesIn(page)]).toEqual(
    expect.arrayContaining(['mt-2', '[&_input]:text-right', "before:content-['“']"]),
  )
})

test.each([
  ['.a{color:red}.b{color:blue}', '.a{color:red}'],
  ['.a,.b{color:red}', '.a{color:red}'],
  ['.a .b{color:red}.a.a{top:0}', '.a.a{top:0}'],
  ['.a:not(.b){color:red}', '.a:not(.b){color:red}'],
  ['*,:before{top:0}h1{top:1px}', '*,:before{top:0}h1{top:1px}'],
  ['@layer base,utilities;.b{top:0}', '@layer base,utilities'],
  ['@media (min-width:4rem){.b{top:0}}', ''],
  ['@layer u{.b{top:0}@media print{.a{top:1px}}}', '@layer u{@media print{.a{top:1px}}}'],
  ['@keyframes b{to{top:0}}@property --b{syntax:"*";inherits:false}', undefined],
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
