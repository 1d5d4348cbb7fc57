import { useEffect, useState, type ComponentProps, type Ref } from 'react'
import { amountProblems, figuresAndSpelledOut, readRand, settledAmount } from '#base/rules/money/reading.ts'
import { controlClasses, Field, type FieldProps } from './field.tsx'
import { useFieldIds } from './field-ids.ts'
import { watchPointer, whenReleased } from './pointer-release.ts'

export type CurrencyInputProps = FieldProps &
  Pick<ComponentProps<'input'>, 'name' | 'onBlur' | 'disabled' | 'readOnly' | 'required' | 'placeholder'> & {
    /** The amount as typed; `readRand` parses it. */
    value: string
    /** Called while typing, with what may be half an amount. */
    onValueChange: (value: string) => void
    /** Called when the field is left, Enter is pressed or a whole amount is pasted, with the grouped amount. */
    onSettled: (value: string) => void
    ref?: Ref<HTMLInputElement>
    id?: string
    className?: string
  }

/**
 * An amount in rand. It is parsed and grouped ("1 850 000.00") when the field is left; ambiguous input shows how it was
 * understood (decisions, "Amounts as typed").
 */
export function CurrencyInput({
  label,
  hint,
  error,
  warning,
  optional,
  value,
  onValueChange,
  onSettled,
  onBlur,
  ref,
  id,
  className,
  ...input
}: CurrencyInputProps) {
  const notices = useAmountNotices(value)
  const notes = notices.typing
    ? { hint, warning, error: undefined }
    : {
        hint,
        warning: notices.understood?.text ?? warning,
        isNote: notices.understood?.isCertain,
        error: error ?? notices.problem,
      }
  const ids = useFieldIds(id, input.name, notes)
  const settle = (text: string) => {
    const settled = settledAmount(text)
    notices.settle(text, settled)
    onSettled(settled)
  }
  return (
    <Field {...{ ids, label, optional, className }} {...notes}>
      <div className="relative w-full sm:max-w-80">
        <span aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-soft">
          R
        </span>
        <input
          {...input}
          ref={ref}
          id={ids.id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain')
            if (pasted === '' || input.readOnly || !isAllSelected(event.currentTarget)) return
            event.preventDefault()
            settle(pasted)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle(event.currentTarget.value)
          }}
          onBlur={(event) => {
            settle(event.target.value)
            onBlur?.(event)
          }}
          aria-describedby={ids.describedBy}
          aria-invalid={notes.error ? true : undefined}
          className={controlClasses(Boolean(notes.error), 'amounts w-full pl-8')}
        />
      </div>
    </Field>
  )
}

/** A partial paste may be followed by more typing, so it is only parsed on leaving. */
function isAllSelected({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === value.length
}

/** The notes shown from when the field is left until it is changed again. */
function useAmountNotices(value: string) {
  const [left, setLeft] = useState(() => ({ text: value, understood: understoodOf(value) }))
  useEffect(watchPointer, [])
  const typing = value !== left.text
  const reading = readRand(value)
  return {
    typing,
    understood: typing ? undefined : left.understood,
    problem: reading.kind === 'unreadable' ? amountProblems[reading.problem] : undefined,
    settle: (typed: string, settled: string) => {
      // Leaving the field again without a change keeps the note.
      const isUnchanged = (before: typeof left) => before.text === typed && typed === settled
      whenReleased(() =>
        setLeft((before) =>
          isUnchanged(before) ? before : { text: settled, understood: understoodOf(typed) },
        ),
      )
    },
  }
}

/** How an ambiguous or abbreviated amount was read; certain: only abbreviated, such as "850k". */
function understoodOf(text: string): { text: string; isCertain: boolean } | undefined {
  const reading = readRand(text)
  if (reading.kind !== 'amount' || !reading.doubtful) return undefined
  const digits = readRand(text.replace(/\p{L}+\s*$/u, ''))
  return {
    text: `We read this as ${figuresAndSpelledOut(reading.cents)}`,
    isCertain: digits.kind === 'amount' && !digits.doubtful,
  }
}
