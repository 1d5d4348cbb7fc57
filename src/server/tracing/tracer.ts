import { asRoot, begin, end, noteFault, type Named, type Span, type Trace } from './span.ts'
import type { Place } from './traceparent.ts'

/** How many traces a second leave a server, so that no number of callers fills the collector. Those of faults have a share of their own. */
const A_SECOND = { sound: 50, failed: 10 }
/** For how many seconds' worth a rush may go on. */
const RUSH_SECONDS = 4

/** Where traces that have ended go. */
export interface Outlet {
  /** Spans, since the start. */
  figures: { sent: number; dropped: number }
  /** Takes spans, and never waits. */
  take: (spans: readonly Span[]) => void
  /** Counts spans that it will never get. */
  miss: (count: number) => void
}

/** Begins traces: of a request, of a run of a job, of a mail. There is one where `OTLP_ENDPOINT` is set. */
export interface Tracer {
  figures: Outlet['figures']
  /** Begins one whose end somebody else hears of. */
  open: (named: Named, caller?: Place | null) => Trace
  /** Hands it over, unless there are too many: a trace is told of whole, or not at all. */
  close: (trace: Trace) => void
  /** Does work as a trace of its own. */
  run: <Result>(named: Named, work: (root: Span) => Promise<Result>) => Promise<Result>
}

/** @param now milliseconds of a clock that never goes back */
export function createTracer(
  { take, miss, figures }: Outlet,
  now: () => number = () => performance.now(),
): Tracer {
  const sound = createAllowance(A_SECOND.sound, now)
  const failed = createAllowance(A_SECOND.failed, now)
  const open: Tracer['open'] = (named, caller = null) => ({
    root: begin(named, caller),
    ended: [],
    dropped: 0,
  })
  const close: Tracer['close'] = ({ root, ended, dropped }) => {
    end(root)
    const spans = [...ended, root]
    const mayGo = (root.failed && failed()) || sound()
    if (mayGo) take(spans)
    miss(mayGo ? dropped : dropped + spans.length)
  }
  return {
    figures,
    open,
    close,
    async run(named, work) {
      const trace = open(named)
      try {
        return await asRoot(trace, () => work(trace.root))
      } catch (error) {
        noteFault(trace.root, error)
        throw error
      } finally {
        close(trace)
      }
    },
  }
}

/** Says yes so often a second, and for a while more often where nobody asked before. */
function createAllowance(aSecond: number, now: () => number): () => boolean {
  const most = aSecond * RUSH_SECONDS
  let left = most
  let asked = now()
  return () => {
    const at = now()
    left = Math.min(most, left + ((at - asked) / 1000) * aSecond)
    asked = at
    if (left < 1) return false
    left -= 1
    return true
  }
}

/** Does work as a trace of its own where traces are wanted, and as it is elsewhere. */
export function traced<Result>(
  tracer: Tracer | null,
  named: Named,
  work: (root?: Span) => Promise<Result>,
): Promise<Result> {
  return tracer === null ? work() : tracer.run(named, work)
}
