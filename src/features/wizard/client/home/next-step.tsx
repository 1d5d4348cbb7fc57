import type { NextAct } from '#features/applications/rules/lifecycle/next-act.ts'
import type { Person } from './person.ts'
import { ContactButtons } from './your-contact.tsx'

/** What happens next, and whose turn it is. */
export function NextStep({ act, person, reference }: { act: NextAct; person: Person; reference: string }) {
  return (
    <section
      aria-labelledby="what-next"
      className="mb-8 border-l-[3px] border-brass-line bg-surface px-5 py-4"
    >
      <h2 id="what-next" className="text-lg">
        {act.title}
      </h2>
      <p className="mt-1 text-pretty">{act.text}</p>
      {act.showsContact ? (
        <div className="mt-4">
          <ContactButtons person={person} reference={reference} />
        </div>
      ) : null}
    </section>
  )
}
