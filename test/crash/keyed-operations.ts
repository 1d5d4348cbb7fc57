import { randomUUID } from 'node:crypto'
import { sealCertificates } from '#features/signing/schema/signing-schema.ts'
import type { HttpAnswer } from '#test/support/http.ts'
import {
  keyedActs,
  keyedCalls,
  makeStaffAccounts,
  sendKeyed,
  signInStaff,
  type Staff,
  type StaffAccounts,
} from '#test/support/keyed-acts.ts'
import type { TestServer } from '#test/support/server.ts'
import { isDone, type Operation } from './operation.ts'

/** Seals a document first, because the first use of a certificate is recorded. */
async function noteCertificate({ context: { database, seal, now } }: TestServer): Promise<void> {
  if (seal === null) return
  const { fingerprint, pem } = seal
  await database.db
    .insert(sealCertificates)
    .values({ fingerprint, pem, firstUsedAt: now() })
    .onConflictDoNothing()
}

const accountsOn = new WeakMap<TestServer, Promise<StaffAccounts>>()

/** Staff of a server, each with a new session per trial, since use of an old one is recorded. */
async function staffOf(server: TestServer): Promise<Staff> {
  const accounts = accountsOn.get(server) ?? makeStaffAccounts(server)
  accountsOn.set(server, accounts)
  return signInStaff(server, await accounts)
}

/** Every keyed call: a repetition with the same key returns the first response, or performs the call. */
export const keyedOperations: Readonly<Record<string, Operation>> = Object.fromEntries(
  keyedCalls.map((call): [string, Operation] => [
    `${call}, repeated with its key`,
    async (server) => {
      const act = await keyedActs[call](server, await staffOf(server))
      await noteCertificate(server)
      const key = randomUUID()
      const heard: HttpAnswer[] = []
      const send = async () => {
        const answer = await sendKeyed(call, act, key)
        if (isDone(answer)) heard.push(answer)
        return answer
      }
      return {
        act: send,
        async again() {
          const answers = [await send(), await send()]
          const [first] = heard
          return answers.every(({ status, text }) => status === first?.status && text === first.text)
        },
        keyedCall: call,
      }
    },
  ]),
)
