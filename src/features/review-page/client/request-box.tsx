import { useState } from 'react'
import { waitingChecks } from '#features/due-diligence/client/staff/ask-client.tsx'
import { useMay } from '#features/access/client/use-may.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { SendDialog, type Requested } from './send-dialog.tsx'

/** How many things a request names. */
function countOf({ basket, draft }: Pick<Requested, 'basket' | 'draft'>, missing: number): number {
  return basket.length + draft.again.length + (draft.withMissing ? missing : 0)
}

const things = (count: number) => `${count} ${count === 1 ? 'thing' : 'things'}`

/** The one request to the client, at the foot of the topics; nothing without content (quiet screens, 5.4). */
export function RequestBox(props: Requested) {
  const { pack, draft } = props
  const [isOpen, setOpen] = useState(false)
  const mayAsk = useMay('correction.ask')
  const mayVerify = useMay('pack.verify')
  const missing = pack === undefined || !mayVerify ? 0 : waitingChecks(pack)
  const count = countOf(props, missing)
  const adds = missing > 0 && !draft.withMissing
  if ((!mayAsk && !mayVerify) || (count === 0 && !adds)) return null
  return (
    <section aria-label="Request to the client" className="review-request">
      <p role="status">{count === 0 ? null : `Request to the client: ${things(count)}`}</p>
      {adds ? (
        <Button size="small" tone="quiet" className="-ml-2 px-2!" onClick={() => draft.setWithMissing(true)}>
          {missing === 1 ? 'Add 1 missing check' : `Add ${missing} missing checks`}
        </Button>
      ) : null}
      {count === 0 ? null : (
        <Button size="small" tone="quiet" className="-ml-2 px-2!" onClick={() => setOpen(true)}>
          Preview and send
        </Button>
      )}
      {isOpen && count > 0 ? (
        <SendDialog {...props} {...{ missing, count }} onClose={() => setOpen(false)} />
      ) : null}
    </section>
  )
}
