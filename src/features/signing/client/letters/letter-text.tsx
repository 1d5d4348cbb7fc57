import { useEffect, useRef, useState } from 'react'
import type { FirmSectionState } from '#features/firm/api.ts'
import { isLetterPlaceholder, letterPlaceholderLabels } from '#features/brand/rules/letter/markup.ts'
import { letterTextNames, type LetterTextName } from '#features/brand/rules/letter/sections.ts'
import { fieldsOf } from '#features/brand/rules/sections.ts'
import { SectionConflict } from '#features/firm/client/section-conflict.tsx'
import { useSectionSave } from '#features/firm/client/use-section-save.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { ApiError } from '#base/client/lib/api.ts'
import { Notice } from '#base/client/ui/notice.tsx'
import { SaveBar } from '#base/client/ui/save-bar.tsx'
import { SelectBox } from '#base/client/ui/select.tsx'
import { chipOf, letterNodes, lettersText } from './letter-dom.ts'

type Texts = Partial<Record<LetterTextName, string>>

const fields = fieldsOf('letterText')
const FACTS = Object.entries(letterPlaceholderLabels).map(([value, label]) => ({ value, label }))

/** The letter as clients read it. Its paragraphs are edited where they stand. */
export function LetterText({ section, onSaved }: { section: FirmSectionState; onSaved: () => void }) {
  const mayChange = useMay('firm.word')
  const [shown, setShown] = useState(section)
  const [edits, setEdits] = useState<Texts>({})
  const [discards, setDiscards] = useState(0)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const isEdited = Object.keys(edits).length > 0
  // Not another user's version while something is typed: saving then shows both.
  if (!isEdited && shown !== section) setShown(section)
  const { pending, problem, save, conflict, saveMine, takeTheirs } = useSectionSave(shown, {
    onSaved,
    onState: (state) => {
      if (state === 'settled') setEdits({})
    },
  })
  const send = async () => {
    setProblems({})
    try {
      await save(edits)
    } catch (error) {
      if (error instanceof ApiError) setProblems(error.fields)
    }
  }
  const names = letterTextNames.filter((name) => mayChange || (shown.values[name] ?? '') !== '')
  return (
    <>
      {problem === null ? null : (
        <Notice tone="danger" live="alert" className="mt-3">
          {problem}
        </Notice>
      )}
      {conflict === null ? null : (
        <SectionConflict
          {...conflict}
          {...{ pending }}
          before={shown}
          onSaveMine={saveMine}
          onTakeTheirs={takeTheirs}
        />
      )}
      {mayChange ? <InsertFact /> : null}
      {/* Focusable, so that it can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="letter-sheet" role="region" aria-label="The letter" tabIndex={0}>
        {names.map((name) => (
          <Paragraphs
            key={`${name} ${shown.version} ${discards}`}
            label={fields[name]?.label ?? name}
            text={shown.values[name] ?? ''}
            problem={problems[name]}
            {...{ mayChange }}
            onChange={(text) => setEdits((before) => ({ ...before, [name]: text }))}
          />
        ))}
      </div>
      {isEdited ? (
        <SaveBar
          {...{ pending }}
          onSave={() => void send()}
          onDiscard={() => {
            setEdits({})
            setProblems({})
            setDiscards((count) => count + 1)
          }}
        />
      ) : null}
    </>
  )
}

/** Puts a fact where the cursor was last in the letter. */
function InsertFact() {
  const position = useRef<Range | null>(null)
  useEffect(() => {
    const remember = () => {
      const selection = getSelection()
      const range = selection?.rangeCount === 1 ? selection.getRangeAt(0) : null
      if (range?.startContainer.parentElement?.closest('[data-letter-text]'))
        position.current = range.cloneRange()
    }
    document.addEventListener('selectionchange', remember)
    return () => document.removeEventListener('selectionchange', remember)
  }, [])
  const insert = (name: string) => {
    const range = position.current
    if (range === null || !isLetterPlaceholder(name)) return
    const editor = range.startContainer.parentElement?.closest<HTMLElement>('[data-letter-text]')
    range.deleteContents()
    range.insertNode(chipOf(name))
    range.collapse(false)
    editor?.dispatchEvent(new InputEvent('input', { bubbles: true }))
    editor?.focus()
  }
  return (
    <SelectBox
      aria-label="Insert a fact at the cursor"
      placeholder="Insert a fact at the cursor"
      isLow
      className="mt-2 w-64 max-w-full"
      value=""
      options={FACTS}
      onChange={({ target }) => insert(target.value)}
    />
  )
}

type ParagraphsProps = {
  label: string
  text: string
  problem: string | undefined
  mayChange: boolean
  onChange: (text: string) => void
}

/** One part of the letter. React does not render what is in it, since typing changes it. */
function Paragraphs({ label, text, problem, mayChange, onChange }: ParagraphsProps) {
  const [initial] = useState(text)
  const editor = useRef<HTMLDivElement>(null)
  useEffect(() => {
    editor.current?.replaceChildren(...letterNodes(initial))
  }, [initial])
  return (
    <>
      <div
        ref={editor}
        data-letter-text=""
        contentEditable={mayChange}
        suppressContentEditableWarning
        role={mayChange ? 'textbox' : undefined}
        aria-multiline={mayChange || undefined}
        aria-label={mayChange ? label : undefined}
        aria-invalid={problem === undefined ? undefined : true}
        data-placeholder={text === '' ? `Add: ${label}` : undefined}
        onInput={({ currentTarget }) => onChange(lettersText(currentTarget))}
        onPaste={(event) => {
          event.preventDefault()
          // The only way to insert text that the browser can undo.
          // oxlint-disable-next-line typescript/no-deprecated
          document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
        }}
      />
      {problem === undefined ? null : (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </>
  )
}
