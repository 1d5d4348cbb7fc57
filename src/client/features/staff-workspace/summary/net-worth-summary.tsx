import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import {
  assetBreakdown,
  liabilityBreakdown,
  type BreakdownSection,
} from '#domain/applications/net-worth/totals.ts'
import { formatRand } from '#domain/money/rand.ts'
import { NetWorthTotals } from '#client/features/applications/net-worth/net-worth-totals.tsx'
import { DefinitionList } from '#client/ui/definition-list.tsx'
import { FlagButton } from '../corrections/flags.tsx'
import { Section } from '#client/ui/section.tsx'

type NetWorthSummaryProps = { application: ReviewedApplication; expanded: boolean; className?: string }

/** The three totals and the chart; expanded, every amount but zero. */
export function NetWorthSummary({
  application: { assets, liabilities },
  expanded,
  className,
}: NetWorthSummaryProps) {
  return (
    <Section level={3} title="Net Worth Summary" className={className}>
      <NetWorthTotals {...{ assets, liabilities }} />
      {expanded ? (
        <div className="mt-10 grid gap-10 @3xl:grid-cols-2">
          <Breakdown title="Assets Breakdown" group="assets" sections={assetBreakdown(assets)} />
          <Breakdown
            title="Liabilities Breakdown"
            group="liabilities"
            sections={liabilityBreakdown(liabilities)}
          />
        </div>
      ) : null}
    </Section>
  )
}

type BreakdownProps = {
  title: string
  group: 'assets' | 'liabilities'
  sections: readonly BreakdownSection[]
}

function Breakdown({ title, group, sections }: BreakdownProps) {
  return (
    <div>
      <h4 className="text-lg">{title}</h4>
      {sections.length === 0 ? <p className="mt-2 text-ink-soft">Nothing entered</p> : null}
      {sections.map((section) => (
        <div key={section.title} className="mt-4">
          <h5 className="eyebrow">{section.title}</h5>
          <DefinitionList
            rows={section.items.map(({ name, label, cents }) => ({
              label,
              action: <FlagButton subject={{ kind: 'answer', path: `${group}.${name}` }} label={label} />,
              value: formatRand(cents),
              amount: true,
            }))}
          />
        </div>
      ))}
    </div>
  )
}
