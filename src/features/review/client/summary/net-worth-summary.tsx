import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import {
  assetBreakdown,
  liabilityBreakdown,
  type BreakdownSection,
} from '#features/applications/rules/net-worth/totals.ts'
import { formatRand } from '#base/rules/money/rand.ts'
import { NetWorthTotals } from '#features/applications/client/net-worth/net-worth-totals.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { Section } from '#base/client/ui/section.tsx'

type NetWorthSummaryProps = { application: ReviewedApplication; expanded: boolean; className?: string }

/** The three totals and the chart; expanded, every amount but zero. */
export function NetWorthSummary({
  application: { assets, liabilities },
  expanded,
  className,
}: NetWorthSummaryProps) {
  return (
    <Section level={3} title="Net Worth Summary" className={className}>
      <NetWorthTotals {...{ assets, liabilities }} hasPicture={expanded} />
      {expanded ? (
        <div className="mt-10 grid gap-10 @3xl:grid-cols-2">
          <Breakdown title="Assets Breakdown" sections={assetBreakdown(assets)} />
          <Breakdown title="Liabilities Breakdown" sections={liabilityBreakdown(liabilities)} />
        </div>
      ) : null}
    </Section>
  )
}

type BreakdownProps = {
  title: string
  sections: readonly BreakdownSection[]
}

function Breakdown({ title, sections }: BreakdownProps) {
  return (
    <div>
      <h4 className="text-lg">{title}</h4>
      {sections.length === 0 ? <p className="mt-2 text-ink-soft">Nothing entered</p> : null}
      {sections.map((section) => (
        <div key={section.title} className="mt-4">
          <h5 className="eyebrow">{section.title}</h5>
          <DefinitionList
            rows={section.items.map(({ label, cents }) => ({
              label,
              value: formatRand(cents),
              amount: true,
            }))}
          />
        </div>
      ))}
    </div>
  )
}
