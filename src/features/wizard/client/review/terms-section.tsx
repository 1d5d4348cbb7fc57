import {
  confirmationNames,
  confirmations,
  type ConfirmationName,
} from '#features/applications/rules/wizard/confirmations.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { statementParts } from './statement-parts.ts'
import type { ConfirmationsState } from './use-confirmations.ts'

type TermsSectionProps = Pick<ConfirmationsState, 'ticked' | 'tick'> & {
  disabled: boolean
  /** Submit was pressed: unconfirmed statements show an error. */
  asked: boolean
}

/** The id of a statement's checkbox. */
export const confirmationId = (name: ConfirmationName) => `confirmations.${name}`

/** The three statements before submission (specification section 5). */
export function TermsSection({ ticked, tick, disabled, asked }: TermsSectionProps) {
  return (
    <Section
      title="Terms"
      focusable
      description="Please confirm all three statements. Each is saved as you tick it."
    >
      <div className="grid">
        {confirmationNames.map((name) => (
          <Checkbox
            key={name}
            id={confirmationId(name)}
            label={<Statement name={name} />}
            checked={ticked[name]}
            disabled={disabled}
            error={asked && !ticked[name] ? 'Please tick to confirm' : undefined}
            onChange={({ target }) => tick(name, target.checked)}
          />
        ))}
      </div>
    </Section>
  )
}

function Statement({ name }: { name: ConfirmationName }) {
  return statementParts(confirmations[name].statement, useBranding()).map(({ text, href }) =>
    href === null ? (
      text
    ) : (
      <a key={text} href={href} target="_blank" rel="noreferrer" className="text-link">
        <span>{text}</span>
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    ),
  )
}
