import type { Corrections } from '#features/corrections/api.ts'
import {
  answerWithText,
  ask,
  askedOf,
  handInFrom,
  makeReviewed,
  sendFile,
  type Reviewed,
} from '#test/support/corrections.ts'
import type { TestServer } from '#test/support/server.ts'
import { repeatable, type Operation } from './operation.ts'

/** Operations on single items of a request. Asking, withdrawing and sending answers are keyed calls. */
interface Item {
  one: Reviewed
  itemId: string
}

async function asked(server: TestServer): Promise<Item> {
  const one = await makeReviewed(server)
  await ask(one.manager, one.path, [{ kind: 'document', documentId: one.payslip.id }])
  const [item] = (await askedOf(one.session)).items
  return { one, itemId: item?.id ?? '' }
}

async function judging(server: TestServer, verdict: 'accepted' | 'again') {
  const { one, itemId } = await asked(server)
  await answerWithText(one.session)
  return repeatable(() =>
    one.manager.put(`${one.path}/corrections/items/${itemId}/verdict`, { verdict, reason: 'unreadable' }),
  )
}

/** Operations of clients and staff during a correction request. */
export const correctionOperations: Readonly<Record<string, Operation>> = {
  'write about what is asked for': async (server) => {
    const { one, itemId } = await asked(server)
    return repeatable(() =>
      one.session.put(`/api/application/corrections/${itemId}/reply`, { reply: 'I have nothing newer.' }),
    )
  },

  'hand in what is asked for': async (server) => {
    const { one, itemId } = await asked(server)
    const address = await sendFile(one.session)
    return repeatable(() => handInFrom(one.session, itemId, address))
  },

  'accept what was sent back': (server) => judging(server, 'accepted'),

  'ask once more for what was sent back': (server) => judging(server, 'again'),

  'strike off what was noted': async (server) => {
    const { one, itemId } = await asked(server)
    await answerWithText(one.session)
    await one.manager.put(`${one.path}/corrections/items/${itemId}/verdict`, { verdict: 'again' })
    const { basket } = (await one.manager.get(`${one.path}/corrections`)).body as Corrections
    const act = () => one.manager.delete(`${one.path}/corrections/items/${basket[0]?.id}`)
    return { act, again: async () => [204, 404].includes((await act()).status) }
  },
}
