import { expect, test } from 'vitest'
import { letterTexts } from '#features/brand/rules/letter/standard-text.ts'
import { letterNodes, lettersText } from './letter-dom.ts'

function editorOf(text: string): HTMLElement {
  const editor = document.createElement('div')
  editor.append(...letterNodes(text))
  return editor
}

test.each(Object.entries(letterTexts))('%s is stored as it was, when nothing was changed', (_, text) => {
  expect(lettersText(editorOf(text))).toBe(text)
})

test.each(Object.values(letterTexts))('no mark is on screen', (text) => {
  expect(editorOf(text).textContent).not.toMatch(/[#{}[\]]|\*\*/u)
})

test('what a browser makes of typing: lines in divs, bold by style, line breaks, lists in paragraphs', () => {
  const editor = editorOf('One {firmName} line')
  editor.insertAdjacentHTML(
    'beforeend',
    '<div>Two <b>bold</b> words<br>and <span style="font-weight: 700">more</span></div>' +
      '<p><ul><li>first</li><li> </li><li>second</li></ul></p><p><br></p>',
  )
  editor.append('Last')
  expect(lettersText(editor)).toBe(
    'One {firmName} line\n\nTwo **bold** words and **more**\n\n- first\n- second\n\nLast',
  )
})
