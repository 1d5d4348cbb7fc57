import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import { IDENTITY_KEY } from '#base/server/storage/object-key.ts'
import { readSettings } from '#app/server/config/settings.ts'
import type { Database } from '#base/server/db/database.ts'
import { openDatabaseForCommand } from '#app/commands/database-of-command.ts'
import { outboxFolder } from '#features/mail/server/transports/create-transport.ts'
import type { Deployment } from './site.ts'

/** One query for each rule that finds violations: changes are stored with their audit rows and mails, or not at all. */
const RULES: Readonly<Record<string, SQL>> = {
  'a version for each change that the log records': sql`
    select a.id from applications a
    where a.version <> 1 + (
      select count(*) from audit_events e
      where e.object_id = a.id and e.action in
        ('application.saved', 'application.status-changed', 'document.registered', 'document.removed', 'document.restored')
    ) + (
      select coalesce(sum((e.details->>'saves')::integer), 0) from audit_events e
      where e.object_id = a.id and e.action = 'application.draft-saved'
    ) + (select coalesce(sum(saves), 0) from draft_stretches where application_id = a.id)`,
  'a document for each registration': sql`
    select coalesce(d.id::text, e.details->>'documentId') as id from documents d
    full join (select * from audit_events where action = 'document.registered') e
      on e.details->>'documentId' = d.id::text and e.details->>'sha256' = d.sha256
    where d.id is null or e.id is null`,
  'a removed document for each removal': sql`
    select coalesce(d.id::text, e.details->>'documentId') as id
    from (select * from documents where removed_at is not null) d
    full join (select * from audit_events where action = 'document.removed') e
      on e.details->>'documentId' = d.id::text
    where d.id is null or e.id is null`,
  'an application, a link and an entry in the log for each client': sql`
    select u.id from users u
    where u.role = 'client' and (
      (select count(*) from applications where user_id = u.id) <> 1
      or (select count(*) from mail_outbox where recipient = u.username and template = 'address-confirmation') <> 1
      or (select count(*) from audit_events where object_id = u.id and action = 'user.created') <> 1)`,
  'an entry in the log for each confirmed address, and something that waits for each that is not': sql`
    select u.id from users u
    where u.role = 'client' and (
      (not u.invited)::int <> (select count(*) from audit_events where object_id = u.id and action = 'user.address-confirmed')
      or u.invited <> exists (select from address_confirmations where user_id = u.id))`,
  'confirmations, a letter, a mail and an entry in the log for each submission': sql`
    select a.id from applications a join users u on u.id = a.user_id
    where (a.status <> 'draft')::int <> all (array[
      (select count(*) from mail_outbox where recipient = u.username and template = 'application-submitted'),
      (select count(*) from audit_events where object_id = a.id and action = 'application.status-changed'
         and details->>'to' = 'submitted')
    ]) or a.status <> 'draft' and (
      a.submitted_at is null
      or (select count(*) from jsonb_object_keys(a.confirmations)) <> 3
      or (select count(*) from documents where application_id = a.id and kind = 'signedFais' and removed_at is null) <> 1
    )`,
  'a signature, which is the signed document, for each entry in the log': sql`
    select coalesce(s.document_id::text, e.details->>'documentId') as id
    from (select document_id, application_id from document_signatures join documents d on d.id = document_id
          where d.kind = 'signedFais' and removed_at is null) s
    full join (select * from audit_events where action = 'document.signed') e
      on e.details->>'documentId' = s.document_id::text and e.object_id = s.application_id
    where s.document_id is null or e.id is null`,
  'a kept answer for each submission and each signature': sql`
    select coalesce(e.actor_id, k.user_id) as id
    from (select actor_id, case action when 'document.signed' then 'POST /api/signables/fais-letter/signature'
            else 'POST /api/application/submit' end as call
          from audit_events where action = 'document.signed'
            or action = 'application.status-changed' and details->>'to' = 'submitted') e
    full join (select * from idempotency_keys
               where call in ('POST /api/signables/fais-letter/signature', 'POST /api/application/submit')) k
      on k.user_id = e.actor_id and k.call = e.call
    where e.actor_id is null or k.user_id is null`,
  // A rejected recipient is tried eight times.
  'a mail that is not sent is sent soon': sql`
    select id from mail_outbox where sent_at is null
      and case when given_up_at is null then next_attempt_at > now() + interval '6 minutes' else attempts < 8 end`,
}

/** Checks that database, store and sent mails are consistent. */
export async function expectBooks({
  dataDir,
  environment,
  keysInBucket,
  mailsOut,
}: Deployment): Promise<void> {
  const database = await openDatabaseForCommand(readSettings(environment))
  try {
    for (const [rule, query] of Object.entries(RULES)) {
      expect([rule, (await database.db.execute(query)).rows]).toEqual([rule, []])
    }
    await expectObjects(database.db, keysInBucket?.() ?? keysOnDisk(path.join(dataDir, 'objects')))
    await expectMails(database.db, mailsOut?.() ?? filesIn(outboxFolder(dataDir)))
  } finally {
    await database.close()
  }
}

async function keysOf(db: Database, query: SQL): Promise<string[]> {
  return (await db.execute<{ key: string }>(query)).rows.map(({ key }) => key)
}

function keysOnDisk(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('unfinished'))
    .map((entry) => `${path.relative(folder, entry.parentPath).split(path.sep)[0]}/${entry.name}`)
}

/** Each document has its object, and each object, but the identity of the store, is known to the cleanup. */
async function expectObjects(db: Database, all: string[]): Promise<void> {
  const stored = all.filter((key) => key !== IDENTITY_KEY)
  const referenced = await keysOf(db, sql`select object_key as key from documents`)
  expect(stored).toEqual(expect.arrayContaining(referenced))
  const known = await keysOf(
    db,
    sql`select object_key as key from documents union select object_key from uploads
        union select key from unattached_objects`,
  )
  expect(known).toEqual(expect.arrayContaining(stored))
}

/** Sent mails have left; others may be sent meanwhile. */
async function expectMails(db: Database, left: readonly string[]): Promise<void> {
  const sent = await keysOf(db, sql`select id as key from mail_outbox where sent_at is not null`)
  const all = left.join('\n')
  expect(sent.filter((id) => !all.includes(id))).toEqual([])
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
