import { clsx } from 'clsx'
import { Check, Circle, TriangleAlert, Undo2 } from 'lucide-react'
import { Link } from 'wouter'
import type { Mark, Topic, TopicName } from './topics.ts'

const marks = {
  'to-check': [Circle, 'to check', 'text-ink-soft'],
  accepted: [Check, 'accepted', 'text-success'],
  asked: [Undo2, 'asked', 'text-info'],
  problem: [TriangleAlert, 'to look at', 'text-warning'],
} as const satisfies Record<Mark, readonly [typeof Check, string, string]>

type TopicListProps = {
  topics: readonly Topic[]
  /** Null on a phone, where the list is a page of its own. */
  current: TopicName | null
  addressOf: (topic: TopicName) => string
}

/** The topics of a review, each with its mark and address. */
export function TopicList({ topics, current, addressOf }: TopicListProps) {
  return (
    <ul>
      {topics.map(({ name, label, mark, aside }) => {
        const [Icon, text, tone] = mark === null ? [null, null, ''] : marks[mark]
        return (
          <li key={name} className={clsx(name === 'net-worth' && 'review-topics-end')}>
            <Link href={addressOf(name)} replace aria-current={name === current ? 'page' : undefined}>
              {Icon === null ? (
                <span aria-hidden="true" className="size-4 shrink-0" />
              ) : (
                <Icon aria-hidden="true" className={clsx('size-4 shrink-0', tone)} />
              )}
              <span className="min-w-0">{label}</span>
              {text === null || text === aside ? null : <span className="sr-only">{`, ${text}`}</span>}
              {aside === null ? null : (
                <span className={clsx('ml-auto shrink-0 text-sm', tone === '' ? 'text-ink-soft' : tone)}>
                  {aside}
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
