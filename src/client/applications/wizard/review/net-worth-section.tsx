import type { Application } from '#domain/api/application.ts'
import {
  assetBreakdown,
  liabilityBreakdown,
  type BreakdownSection,
} from '#domain/applications/net-worth/totals.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'
import { formatRand } from '#domain/money/rand.ts'
import { randInWords } from '#domain/money/words.ts'
import { NetWorthTotals } from '#client/applications/net-worth/net-worth-totals.tsx'
import { DefinitionList, type DefinitionRow } from '#client/ui/definition-list.tsx'
import { Section } from '#client/ui/section.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { EditButton } from './edit-button.tsx'

type NetWorthSectionProps = Pick<StepProps, 'editStep'> & { application: Application }

/** Totals, the picture, and every amount that is not zero (specification section 2, step 8). */
export function NetWorthSection({ application: { assets, liabilities }, editStep }: NetWorthSectionProps) {
  const types = assets.otherInvestmentsTypes
  return (
    <Section title="Net Worth Summary">
      <NetWorthTotals {...{ assets, liabilities }} />
      <Breakdown
        title="Assets"
        step="assets"
        sections={assetBreakdown(assets)}
        notes={types ? { otherInvestments: types } : {}}
        editStep={editStep}
      />
      <Breakdown
        title="Liabilities"
        step="liabilities"
        sections={liabilityBreakdown(liabilities)}
        editStep={editStep}
      />
    </Section>
  )
}

type BreakdownProps = Pick<StepProps, 'editStep'> & {
  title: string
  step: StepId
  sections: readonly BreakdownSection[]
  /** What stands under the label of an amount, by its name. */
  notes?: Readonly<Record<string, string>>
}

function Breakdown({ title, step, sections, notes, editStep }: BreakdownProps) {
  return (
    <Section
      level={3}
      title={title}
      action={<EditButton what={title} onPress={() => editStep(step)} />}
      className="mt-10"
    >
      {sections.length === 0 ? <p className="text-ink-soft">Nothing entered</p> : null}
      <div className="grid gap-6">
        {sections.map((section) => (
          <div key={section.title}>
            <h4 className="eyebrow">{section.title}</h4>
            <DefinitionList rows={rowsOf(section, notes)} />
          </div>
        ))}
      </div>
    </Section>
  )
}

function rowsOf(section: BreakdownSection, notes: BreakdownProps['notes']): DefinitionRow[] {
  return section.items.map(({ name, label, cents }) => {
    const note = notes?.[name]
    return {
      label: note === undefined ? label : `${label} (${note})`,
      value: formatRand(cents),
      amount: true,
      note: randInWords(cents),
    }
  })
}
