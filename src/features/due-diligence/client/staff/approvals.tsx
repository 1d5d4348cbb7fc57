import { Link } from 'wouter'
import type { Approval } from '#features/approvals/api.ts'
import { approvalKinds, withdrawalReasons } from '#features/approvals/rules/approvals.ts'
import { approvalAddress } from '#features/approvals/client/item-address.ts'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'

/** The sign-offs of a client. Who asked for one cannot decide it; the server checks who may. */
export function Approvals({ pack, userId }: { pack: ReviewedPack; userId: string }) {
  const { approvals } = pack
  const may = useMay('approval.decide')
  if (approvals.length === 0) return null
  return (
    <div className="mt-6">
      <h4 className="font-semibold">Sign-offs</h4>
      <ul className="mt-2 grid gap-3">
        {approvals.map((approval) => (
          <li key={approval.id} className="flex flex-wrap items-start gap-x-4 gap-y-2">
            <span className="min-w-0 grow basis-60">
              <span className="block font-semibold">{approvalKinds[approval.kind]}</span>
              <span className="block text-sm text-ink-soft">{textOf(approval)}</span>
              {approval.askedWords ? (
                <span className="block text-sm">{`“${approval.askedWords}”`}</span>
              ) : null}
              {approval.words ? <span className="block text-sm">{`“${approval.words}”`}</span> : null}
            </span>
            {approval.state === 'open' && approval.askedBy !== userId && may ? (
              <Link href={approvalAddress(approval)} className="text-link py-2.5">
                Decide
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

function textOf(approval: Approval): string {
  const { state, askedByName, askedAt, withdrawnBecause, decidedByName, decidedAt, lapsesAt } = approval
  const asked = `Asked by ${askedByName} on ${formatDate(new Date(askedAt))}`
  if (state === 'open') return `${asked}. Lapses on ${formatDate(new Date(lapsesAt))}.`
  if (withdrawnBecause !== null && decidedAt !== null)
    return `${asked}. Withdrawn on ${formatDate(new Date(decidedAt))}: ${withdrawalReasons[withdrawnBecause]}.`
  if (state === 'lapsed' || decidedAt === null) return `${asked}. Lapsed without a decision.`
  return `${asked}. ${state === 'granted' ? 'Signed off' : 'Refused'} by ${decidedByName} on ${formatDate(new Date(decidedAt))}.`
}
