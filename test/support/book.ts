import { sql } from 'drizzle-orm'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import type { Context } from '#base/server/context.ts'

/** A generous statement timeout for busy machines. */
const AT_ONCE = 250

/** A wealth manager with a number of clients, all with the same answers. */
export async function makeBook(
  context: Context,
  count: number,
  answers: { fullName?: string } = {},
): Promise<MadeUser> {
  const owner = await makeUser(context, { role: 'wealth_manager' })
  const sample = await makeClient(context, { wealthManagerId: owner.id, application: { answers } })
  for (let made = 1; made < count; made += AT_ONCE) {
    const last = Math.min(count, made + AT_ONCE)
    await context.database.db.execute(sql`with clients as (
        insert into users (id, username, role, full_name, wealth_manager_id, created_at)
        select gen_random_uuid(), ${sample.id} || n || '@test.example', 'client', 'Client ' || n, ${owner.id}, now()
        from generate_series(${made + 1}::int, ${last}::int) n returning id)
      insert into applications (id, user_id, status, current_step, version, answers, confirmations, created_at,
        updated_at, status_changed_at)
      select gen_random_uuid(), clients.id, 'draft', null, 1, sample.answers, '{}', now(), now(), now()
      from clients, applications sample where sample.user_id = ${sample.id}`)
  }
  return owner
}
