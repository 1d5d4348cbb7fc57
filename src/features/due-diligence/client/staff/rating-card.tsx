import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { riskLevels } from '#features/due-diligence/rules/rating/levels.ts'
import { formatDate, formatDay } from '#base/rules/time/dates.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { Link } from 'wouter'
import { itemAddress } from '#features/approvals/client/item-address.ts'
import { paths } from '#base/client/paths.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Factors, pointsText } from './factors.tsx'
import { levelTones } from './rate-client.tsx'

type Rating = NonNullable<ReviewedPack['rating']>
type Current = NonNullable<Rating['current']>

type RatingCardProps = { applicationId: string; rating: Rating }

/** A client's risk rating with the sentence of each factor, for admins. */
export function RatingCard({ applicationId, rating }: RatingCardProps) {
  const may = useMay('rating.make')
  const { current, now } = rating
  const factors = current?.factors ?? now.factors
  return (
    <div className="mt-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 className="font-semibold">Risk rating</h4>
        {current === null ? (
          <Badge>Not rated</Badge>
        ) : (
          <Badge tone={levelTones[current.level]}>{riskLevels[current.level]}</Badge>
        )}
      </div>
      <p className="mt-1 text-sm text-ink-soft">
        {current === null
          ? `The model would say ${riskLevels[now.computed]}, with ${pointsText(now.points)}. Managers and clients don’t see this.`
          : `${ratedText(current)} Managers and clients don’t see this.`}
      </p>
      {current === null ? null : <Changes rating={rating} current={current} />}
      <Factors factors={factors} />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {may ? (
          <Link href={itemAddress('rate', applicationId)} className="text-link inline-block py-2.5">
            {current === null ? 'Rate the risk' : 'Rate again'}
          </Link>
        ) : null}
        <Link href={paths.riskModel} className="text-link inline-block py-2.5">
          Risk model
        </Link>
      </div>
    </div>
  )
}

function ratedText({ points, modelVersion, ratedByName, ratedAt, refreshOn }: Current): string {
  return `${pointsText(points)}, by version ${modelVersion} of the model. Rated by ${ratedByName} on ${formatDate(new Date(ratedAt))}. FICA checks are renewed by ${formatDay(refreshOn)}.`
}

/** What differs from the rating: by hand, by changed facts, or by a newer model. */
function Changes({ rating: { modelVersion, now }, current }: { rating: Rating; current: Current }) {
  return (
    <>
      {current.byHand === null ? null : (
        <p className="mt-1 text-sm">
          {`By the model ${riskLevels[current.computed]}; rated ${riskLevels[current.level]} by hand: “${current.byHand.reason}”`}
        </p>
      )}
      {current.higherRisk === null ? null : (
        <p className="mt-1 text-sm">
          {`${current.higherRisk.yes ? 'A higher risk' : 'No higher risk'}: “${current.higherRisk.reason}”`}
        </p>
      )}
      {current.outdated ? (
        <Notice tone="warning" title="This rating is out of date" className="mt-3">
          {`What it rests on has changed. The model now says ${riskLevels[now.computed]}, with ${pointsText(now.points)}.`}
        </Notice>
      ) : null}
      {current.modelVersion === modelVersion ? null : (
        <Notice className="mt-3">
          {`Version ${modelVersion} of the model is in use, and would say ${riskLevels[current.byModelInForce]}.`}
        </Notice>
      )}
    </>
  )
}
