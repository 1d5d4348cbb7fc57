import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { NOT_CHECKED } from '#features/applications/rules/wizard/answer-text.ts'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { CircleCheck } from 'lucide-react'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { WarningIcon } from '#base/client/ui/icons.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { CheckText } from '../checks/check-text.tsx'
import { childRows, summaryRows, type summarySections, type SummaryRow } from './summary-sections.ts'

type AnswersViewProps = {
  section: (typeof summarySections)[number]
  application: ReviewedApplication
  expanded: boolean
}

/** The answers of a section, with their failed checks. */
export function AnswersView({ section, application, expanded }: AnswersViewProps) {
  return (
    <Section level={3} title={section.title}>
      <AnswerRows
        rows={summaryRows(section, application, expanded)}
        proofs={expanded ? application.proofs : []}
      />
    </Section>
  )
}

/** The children, titled "Child n". */
export function ChildrenView({ application }: Pick<AnswersViewProps, 'application'>) {
  return (
    <Section level={3} title="Children Details">
      {application.childrenDetails.length === 0 ? <p className="text-ink-soft">No children</p> : null}
      {childTitles(application).map((title, index) => (
        <div key={title} className="mb-4 last:mb-0">
          <h4 className="eyebrow">{title}</h4>
          <AnswerRows rows={childRows(application, index)} proofs={application.proofs} />
        </div>
      ))}
    </Section>
  )
}

function childTitles({ childrenDetails }: ReviewedApplication): string[] {
  return childrenDetails.map((_, index) => `Child ${index + 1}`)
}

type AnswerRowsProps = {
  rows: readonly SummaryRow[]
  /** Shown beside the answers that they confirm. */
  proofs: ReviewedApplication['proofs']
}

function AnswerRows({ rows, proofs }: AnswerRowsProps) {
  return (
    <DefinitionList
      rows={rows.map(({ path, label, text, checks, unchecked }) => ({
        label,
        value: (
          <>
            <span className="whitespace-pre-wrap">{text}</span>
            {checks.map((check) => (
              <CheckText key={check.check} check={check} className="mt-0.5 text-sm" />
            ))}
            <ProofsOf proofs={proofs} path={path} />
            {unchecked ? (
              <span className="mt-0.5 flex items-start gap-2 text-sm text-pretty text-warning">
                <WarningIcon className="mt-0.5 size-5" />
                <span>{NOT_CHECKED}</span>
              </span>
            ) : null}
          </>
        ),
      }))}
    />
  )
}

/** The reviewers who found an answer confirmed by a document. */
function ProofsOf({ proofs, path }: Pick<ReviewedApplication, 'proofs'> & { path: string }) {
  const found = proofs.flatMap((one) => (one.path === path && one.proof !== null ? [one.proof] : []))
  return found.map(({ byName, at }) => (
    <span key={`${byName} ${at}`} className="mt-0.5 flex items-start gap-2 text-sm text-ink-soft">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
      <span>{`On a document: ${byName}, ${formatDateTime(new Date(at))}`}</span>
    </span>
  ))
}
