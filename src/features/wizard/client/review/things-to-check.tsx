import { useRef, type ReactElement, type ReactNode } from 'react'
import type { FieldName } from '#features/applications/rules/wizard/questionnaire.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { Button } from '#base/client/ui/button.tsx'
import { AlertIcon, CheckIcon, InfoIcon, WarningIcon } from '#base/client/ui/icons.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import type { Exceptions } from './exceptions.ts'
import { EditButton } from './edit-button.tsx'

type ThingsToCheckProps = {
  exceptions: Exceptions
  /** Missing answers are listed elsewhere on the page. */
  missingShown: boolean
  /** Opens the step of an answer, and focuses its field. */
  onMend: (step: StepId, path: string) => void
  /** Confirms a default answer. */
  onRight: (name: FieldName) => void
}

/** Exceptions: missing, implausible and unconfirmed answers. */
export function ThingsToCheck({ exceptions: found, missingShown, onMend, onRight }: ThingsToCheckProps) {
  const { odd, unchecked, unanswered } = found
  const missing = missingShown ? [] : found.missing
  const heading = useRef<HTMLHeadingElement>(null)
  const count = missing.length + odd.length + unchecked.length + unanswered.length
  if (count === 0 && missingShown) return null
  if (count === 0) {
    return (
      <Notice tone="success" title="Nothing is missing">
        Please check your answers, then confirm the statements and submit.
      </Notice>
    )
  }
  return (
    <section
      aria-labelledby="things-to-check"
      className="border border-brass-line bg-surface px-4 py-5 sm:px-6"
    >
      <h2 id="things-to-check" ref={heading} tabIndex={-1} className="text-xl">
        {count === 1 ? '1 thing to check' : `${count} things to check`}
      </h2>
      <Things
        title="Still missing"
        sign={<AlertIcon className="size-5 text-danger" />}
        shown={missing.length > 0}
      >
        {missing.map(({ step, path, label, message }) => (
          <Thing key={path} text={message}>
            <EditButton
              what={label}
              verb={step === 'documents' ? 'Upload' : 'Answer'}
              onPress={() => onMend(step, path)}
            />
          </Thing>
        ))}
      </Things>
      <Things
        title="Please double-check"
        sign={<WarningIcon className="size-5 text-warning" />}
        shown={odd.length > 0}
      >
        {odd.map(({ step, path, label, message }) => (
          <Thing key={path} label={label} text={message}>
            <EditButton what={label} onPress={() => onMend(step, path)} />
          </Thing>
        ))}
      </Things>
      <Things
        title="Check these"
        sign={<CheckIcon className="size-5 text-brass" />}
        shown={unchecked.length > 0}
      >
        {unchecked.map(({ step, path, label, text }) => (
          <Thing key={path} label={label} text={text}>
            <Button
              tone="quiet"
              size="small"
              className="-my-2"
              onClick={() => {
                onRight(path)
                heading.current?.focus()
              }}
            >
              <span>
                <span>That’s correct</span>
                <span className="sr-only">{`: ${label}`}</span>
              </span>
            </Button>
            <EditButton what={label} onPress={() => onMend(step, path)} />
          </Thing>
        ))}
      </Things>
      <LeftUnanswered {...{ unanswered, onMend }} />
    </section>
  )
}

type LeftUnansweredProps = Pick<Exceptions, 'unanswered'> & Pick<ThingsToCheckProps, 'onMend'>

/** Skipped groups of assets and liabilities. */
function LeftUnanswered({ unanswered, onMend }: LeftUnansweredProps) {
  return (
    <Things
      title="Left unanswered"
      sign={<InfoIcon className="size-5 text-info" />}
      shown={unanswered.length > 0}
    >
      {unanswered.map(({ step, path, label }) => (
        <Thing key={path} text={label}>
          <EditButton what={label} verb="Answer" onPress={() => onMend(step, path)} />
        </Thing>
      ))}
    </Things>
  )
}

type ThingsProps = { title: string; sign: ReactElement; shown: boolean; children: ReactNode }

function Things({ title, sign, shown, children }: ThingsProps) {
  if (!shown) return null
  return (
    <div className="mt-4">
      <h3 className="flex items-center gap-2 font-sans text-base font-semibold">
        {sign}
        <span>{title}</span>
      </h3>
      <ul>{children}</ul>
    </div>
  )
}

type ThingProps = { label?: string; text: string; children: ReactNode }

function Thing({ label, text, children }: ThingProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-hairline py-3 last:border-b-0">
      <p className="min-w-[min(12rem,100%)] flex-1 text-pretty">
        {label === undefined ? null : (
          <span className="text-ink-soft">{label.endsWith('?') ? label : `${label}:`} </span>
        )}
        <span>{text}</span>
      </p>
      <div className="flex max-w-full flex-wrap items-center gap-y-2 max-sm:-ml-4 print:hidden">
        {children}
      </div>
    </li>
  )
}
