import { Link } from 'wouter'
import { paths } from '#base/client/paths.ts'
import { Section } from '#base/client/ui/section.tsx'
import { progressText, usePack } from './use-pack.ts'

/** The tasks beside a draft: submitting does not wait for them. Nothing where there are none. */
export function PackSection() {
  const { data: pack } = usePack()
  if (pack === undefined) return null
  return (
    <Section title={`Your FICA documents: ${progressText(pack)}`}>
      <p className="-mt-3 text-pretty text-ink-soft lg:-mt-4">
        You can submit now and send these later. We need all of them before we can open your account.
      </p>
      <Link href={paths.pack} className="text-link inline-block py-2.5">
        Open your FICA documents
      </Link>
    </Section>
  )
}
