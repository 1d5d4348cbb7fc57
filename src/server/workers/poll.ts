import type { Figures, Order } from './messages.ts'

/** Who asks is itself waited for by Prometheus. */
const PATIENCE_MS = 1000

interface Question<Asked> {
  asker: Asked
  left: Set<Asked>
  measured: Figures[]
  late: NodeJS.Timeout
}

/** Asks all servers what they measure, for one of them, and tells it what those said that answered in time. */
export function createPoll<Asked>(tell: (server: Asked, order: Order) => void) {
  const questions = new Map<string, Question<Asked>>()
  const end = (question: string) => {
    const asked = questions.get(question)
    if (asked === undefined) return
    questions.delete(question)
    clearTimeout(asked.late)
    tell(asked.asker, { order: 'hear', question, measured: asked.measured })
  }
  const settle = (question: string, { left }: Question<Asked>, server: Asked) => {
    left.delete(server)
    if (left.size === 0) end(question)
  }
  return {
    ask(question: string, asker: Asked, of: readonly Asked[]): void {
      const late = setTimeout(() => end(question), PATIENCE_MS)
      questions.set(question, { asker, left: new Set(of), measured: [], late })
      for (const server of of) tell(server, { order: 'measure', question })
    },
    answer(question: string, server: Asked, measured: Figures): void {
      const asked = questions.get(question)
      if (asked === undefined) return
      asked.measured.push(measured)
      settle(question, asked, server)
    },
    /** Waits no longer for a server that is gone. */
    forget(server: Asked): void {
      for (const [question, asked] of questions) settle(question, asked, server)
    },
  }
}
